import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { type KvType, kvTypes } from '../../../core/contract/settings/kv-types'
import { type Flags, kvFlags, kvSettingsFrom, listOf, oneOf } from './flags'

const outputs = ['md', 'csv', 'json'] as const
export type Output = (typeof outputs)[number]

export const measuringFlags = { ...kvFlags, kv: 'string', reps: 'string', output: 'string' } as const
export const shortFlags = { output: 'o' }

export const outputFrom = (flags: Flags): Output => oneOf(flags, 'output', outputs) ?? 'md'

export function kvPairs(flags: Flags, name: string): { keyType: KvType; valueType: KvType }[] | undefined {
  const type = (word: string | undefined) => kvTypes.find((known) => known === word)
  return listOf(
    flags,
    name,
    (word) => {
      const [keys, values = keys, ...more] = word.split(':')
      const [keyType, valueType] = [type(keys), type(values)]
      return keyType && valueType && more.length === 0 ? { keyType, valueType } : undefined
    },
    `types between commas, each T or K:V of ${kvTypes.join(', ')}`,
  )
}

export function variantsFrom(
  flags: Flags,
  pairs: readonly Pick<KvSettings, 'keyType' | 'valueType'>[],
  threads: readonly number[],
): KvSettings[] {
  const { threads: _, ctx: __, ...others } = flags
  const settings =
    threads.length > 0 ? threads.map((count) => kvSettingsFrom({ ...others, threads: String(count) })) : [kvSettingsFrom(others)]
  return settings.flatMap((one) => pairs.map((pair) => ({ ...one, ...pair })))
}
