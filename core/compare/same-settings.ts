import type { KvSettings } from '../contract/settings/kv-settings'

export const isSameSettings = (one: KvSettings, other: KvSettings): boolean =>
  (Object.keys(one) as (keyof KvSettings)[]).every((key) => one[key] === other[key])
