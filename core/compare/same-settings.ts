import type { CompareVariant } from '../contract/compare/compare-variants'
import type { KvSettings } from '../contract/settings/kv-settings'
import { isOnServer } from './on-server'

/** A setting on a server is none of these: what its KV settings are is unknown. */
export const isSameSettings = (one: CompareVariant, other: CompareVariant): boolean =>
  !isOnServer(one) && !isOnServer(other) && (Object.keys(one) as (keyof KvSettings)[]).every((key) => one[key] === other[key])
