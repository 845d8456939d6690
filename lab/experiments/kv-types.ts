import type { ElementType } from '../../core/lab/elements/codec'
import { resultOf } from '../../core/lab/experiments/experiment'
import { kvTypesSetup } from '../../core/lab/experiments/setups'
import { onlineAttention } from '../attention/online'
import { ContiguousCache } from '../cache/contiguous-cache'
import { KiviCache } from '../cache/kivi-cache'
import type { KvCache } from '../cache/kv-cache'
import { cacheShapeFor, type RunExperiment } from '../forward/lab-session'
import { documents, passkeys } from '../texts/heldout'
import { recalls, surprise } from './quality'

interface Row {
  readonly keyType: string
  readonly valueType: string
  /** KIVI: the newest tokens that stay in f32. */
  readonly residualTokens: number | null
  readonly bytesPerToken: number
  /** Without the residual: what each further token costs. */
  readonly packedBytesPerToken: number
  readonly perplexity: number
  readonly recall: number
}

const pairs: readonly (readonly [ElementType, ElementType])[] = [
  ['f32', 'f32'],
  ['f16', 'f16'],
  ['q8_0', 'q8_0'],
  ['q8_0', 'q4_0'],
  ['q4_0', 'q8_0'],
  ['q4_0', 'q4_0'],
]
/** In tokens: the KIVI authors' example and their longest. */
const residuals = [32, 128]
const { textTokens } = kvTypesSetup
/** Two per depth suffice: every type gets the same prompts. */
const asked = passkeys.filter((_, index) => index % 2 === 0)
const cells = 704

export const runKvTypes: RunExperiment = ({ model, seed, report }) => {
  const shape = cacheShapeFor(model, cells)
  const kinds: readonly (Pick<Row, 'keyType' | 'valueType' | 'residualTokens'> & { readonly make: () => KvCache })[] = [
    ...pairs.map(([keyType, valueType]) => ({
      keyType,
      valueType,
      residualTokens: null,
      make: () => new ContiguousCache(shape, { keyType, valueType }),
    })),
    ...residuals.map((residual) => ({
      keyType: 'KIVI',
      valueType: 'KIVI',
      residualTokens: residual,
      make: () => new KiviCache(shape, residual),
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
