import { commonKeys } from './common-keys'
import type { ConfigKeys } from './config-keys'
import type { GgufKeys } from './gguf-keys'

export interface Family {
  readonly architecture: (config: ConfigKeys) => string
  readonly keys: (config: ConfigKeys) => GgufKeys
}

export type Families = Readonly<Record<string, Family>>

type Own = (config: ConfigKeys) => GgufKeys

export const family = (architecture: string | ((config: ConfigKeys) => string), keys: Own = commonKeys): Family => ({
  architecture: typeof architecture === 'string' ? () => architecture : architecture,
  keys,
})

export const extended = (architecture: string, own: Own): Family =>
  family(architecture, (config) => ({ ...commonKeys(config), ...own(config) }))

export const alike = (classes: string, one: Family): Families => Object.fromEntries(classes.split(/\s+/).map((name) => [name, one]))
