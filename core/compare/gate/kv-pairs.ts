/** A search for the cheapest types tries the reference's types and all quantized types. */
import type { KvSettings } from '../../contract/settings/kv-settings'
import { type KvType, kvTypes } from '../../contract/settings/kv-types'
import { ggmlType } from '../../gguf/ggml-types'
import { planSettings } from '../../kv/kv-settings-plan'
import type { CacheShape } from '../../kv/shape/cache-shape'

export interface KvPair {
  readonly keyType: KvType
  readonly valueType: KvType
  /** The size of all caches, in the reference's context with one sequence. */
  readonly bytes: number
}

const wideTypes: readonly KvType[] = ['f32', 'f16', 'bf16']

/**
 * Returns pairs that are cheaper than the reference and that llama.cpp accepts, cheapest first. If two pairs have equal bytes, the one with
 * more bits for K comes first.
 */
export function cheaperPairs(shape: CacheShape, reference: KvSettings): readonly KvPair[] {
  const bytesOf = (types: Pick<KvPair, 'keyType' | 'valueType'>): number | null => {
    const { refused, totalCacheBytes } = planSettings(shape, { ...reference, ...types, sequences: 1 })
    return refused ? null : totalCacheBytes
  }
  const most = bytesOf(reference) ?? 0
  return typesFor(reference.keyType)
    .flatMap((keyType) => typesFor(reference.valueType).map((valueType) => ({ keyType, valueType })))
    .flatMap((types) => {
      const bytes = bytesOf(types)
      return bytes === null || bytes >= most ? [] : [{ ...types, bytes }]
    })
    .sort((left, right) => left.bytes - right.bytes || bitsOf(right.keyType) - bitsOf(left.keyType))
}

const typesFor = (own: KvType): readonly KvType[] => kvTypes.filter((type) => type === own || !wideTypes.includes(type))

export const hasNoMoreBits = (one: Pick<KvPair, 'keyType' | 'valueType'>, other: Pick<KvPair, 'keyType' | 'valueType'>): boolean =>
  isNoWider(one.keyType, other.keyType) && isNoWider(one.valueType, other.valueType)

/** The table of iq4_nl fits values better than evenly spaced steps, so only a type with at least one more bit ranks above it. */
const isNoWider = (type: KvType, other: KvType): boolean =>
  type === other || (type === 'iq4_nl' ? bitsOf(type) + 1 <= bitsOf(other) : bitsOf(type) < bitsOf(other))

function bitsOf(type: KvType): number {
  const { blockBytes, blockElements } = ggmlType(type)
  return (blockBytes * 8) / blockElements
}
