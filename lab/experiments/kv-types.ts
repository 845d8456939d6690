import { type CacheType, elementTypes } from '../../core/lab/elements/codec'
import { resultOf } from '../../core/lab/experiments/experiment'
import { kvTypesSetup } from '../../core/lab/experiments/setups'
import { onlineAttention } from '../attention/online'
import { ContiguousCache } from '../cache/contiguous-cache'
import { KiviCache } from '../cache/kivi-cache'
import type { KvCache } from '../cache/kv-cache'
import type { Packing } from '../cache/packed-rows'
import { cacheShapeFor, type RunExperiment } from '../forward/lab-session'
import { documents, passkeys } from '../texts/heldout'
import { recalls, surprise } from './quality'

interface Row {
  readonly keyType: string
  readonly valueType: string
  /** Newest tokens, in f32. null if all are packed. */
  readonly residualTokens: number | null
  readonly bytesPerToken: number
  /** Without the residual. */
  readonly packedBytesPerToken: number
  readonly perplexity: number
  readonly recall: number
}

const pairs: readonly (readonly [CacheType, CacheType])[] = [
  ['f32', 'f32'],
  ['f16', 'f16'],
  ['q8_0', 'q8_0'],
  ['q8_0', 'q4_0'],
  ['q4_0', 'q8_0'],
  ['q4_0', 'q4_0'],
  ['q8_0-rotated', 'q8_0-rotated'],
  ['q4_0-rotated', 'q4_0-rotated'],
  ['turboquant-4', 'turboquant-4'],
  ['turboquant-2', 'turboquant-2'],
]
/** KIVI packs keys by channel in two bits. */
const kivi: Packing = { by: 'channel', bits: 2 }
const packings: readonly Packing[] = [{ by: 'channel', bits: 4 }, { by: 'token', bits: 4 }, kivi, { by: 'token', bits: 2 }]

/** KIVI's authors use residuals of 32 and 128. */
const withResidual = (residual: number | undefined): readonly (Packing & { readonly residual: number })[] =>
  residual === undefined
    ? [...packings.map((packing) => ({ ...packing, residual: 32 })), { ...kivi, residual: 128 }]
    : packings.map((packing) => ({ ...packing, residual }))
const { textTokens } = kvTypesSetup
/** Two per depth. */
const asked = passkeys.filter((_, index) => index % 2 === 0)
const cells = 704

export const runKvTypes: RunExperiment = ({ model, seed, choices, report }) => {
  const shape = cacheShapeFor(model, cells)
  const { headDim } = model.shape
  const isPossible = (type: CacheType) => {
    if (type === 'turboquant-2' || type === 'turboquant-4') return Number.isInteger(Math.log2(headDim))
    return elementTypes.some((plain) => plain === type) || headDim % 64 === 0
  }
  const kinds: readonly (Pick<Row, 'keyType' | 'valueType' | 'residualTokens'> & { readonly make: () => KvCache })[] = [
    ...pairs
      .filter((types) => types.every(isPossible))
      .map(([keyType, valueType]) => ({
        keyType,
        valueType,
        residualTokens: null,
        make: () => new ContiguousCache(shape, { keyType, valueType }),
      })),
    ...withResidual(choices.residualTokens).map(({ by, bits, residual }) => ({
      keyType: `${by}-${bits}`,
      valueType: `token-${bits}`,
      residualTokens: residual,
      make: () => new KiviCache(shape, residual, { by, bits }),
    })),
  ]
  const rows = kinds.map(({ keyType, valueType, residualTokens, make }, index): Row => {
    report(index / kinds.length, { kind: 'cache-types', keyType, valueType })
    const cache = make()
    const attend = onlineAttention()
    let nats = 0
    let tokens = 0
    for (const text of documents) {
      cache.reset(0)
      const read = surprise(model, { cache, attend }, model.tokenizer.encode(text).subarray(0, textTokens))
      nats += read.nats
      tokens += read.tokens
    }
    const recalled = asked.filter((passkey) => recalls(model, { cache, attend }, passkey)).length
    return {
      keyType,
      valueType,
      residualTokens,
      bytesPerToken: cache.allocatedBytes / cells,
      packedBytesPerToken: (cache instanceof KiviCache ? cache.packedBytes : cache.allocatedBytes) / cells,
      perplexity: Math.exp(nats / tokens),
      recall: (100 * recalled) / asked.length,
    }
  })
  return resultOf('kv-types', { model: model.name, seed }, rows)
}
