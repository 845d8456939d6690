import type { ElementType } from '../../core/lab/elements/codec'
import { type Experiment, resultOf } from '../../core/lab/experiments/experiment'
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
  readonly bytesPerToken: number
  /** Without the residual: what each further token costs. */
  readonly packedBytesPerToken: number
  readonly perplexity: number
  readonly recall: number
}

export const kvTypesTable: Experiment<Row> = {
  name: 'kv-types',
  title: 'Element types of the cache against quality',
  expected:
    'f16 and q8_0 cannot be told from f32; q4_0 costs a little; two bits (KIVI) cost most, less with a longer residual: the newest 32 or 128 tokens stay in f32, which a short text pays dearly for. ' +
    'q8_0 and q4_0 are not one byte and half of one: 32 elements carry a scale, 34 and 18 bytes in all. ' +
    'llama.cpp rotates quantized rows of this head size before packing them, which the Lab does not, so it loses more here.',
  columns: [
    { key: 'keyType', label: 'K', unit: null },
    { key: 'valueType', label: 'V', unit: null },
    { key: 'bytesPerToken', label: 'memory, with the residual', unit: 'bytes per token' },
    { key: 'packedBytesPerToken', label: 'packed alone', unit: 'bytes per token' },
    { key: 'perplexity', label: 'perplexity', unit: null },
    { key: 'recall', label: 'passkeys recalled', unit: '%' },
  ],
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
const textTokens = 640
/** Two per depth suffice: every type gets the same prompts. */
const asked = passkeys.filter((_, index) => index % 2 === 0)
const cells = 704

export const runKvTypes: RunExperiment = ({ model, seed, report }) => {
  const shape = cacheShapeFor(model, cells)
  const kinds: readonly { keyType: string; valueType: string; make: () => KvCache }[] = [
    ...pairs.map(([keyType, valueType]) => ({ keyType, valueType, make: () => new ContiguousCache(shape, { keyType, valueType }) })),
    ...residuals.map((residual) => ({
      keyType: `2 bits by channel, residual ${residual}`,
      valueType: `2 bits by token, residual ${residual}`,
      make: () => new KiviCache(shape, residual),
    })),
  ]
  const rows = kinds.map(({ keyType, valueType, make }, index): Row => {
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
      bytesPerToken: cache.allocatedBytes / cells,
      packedBytesPerToken: (cache instanceof KiviCache ? cache.packedBytes : cache.allocatedBytes) / cells,
      perplexity: Math.exp(nats / tokens),
      recall: (100 * recalled) / asked.length,
    }
  })
  const text = `${documents.length} held-out documents to ${textTokens} tokens each; ${asked.length} passkeys in prompts of 256 tokens`
  return resultOf(kvTypesTable, { model: model.name, text, seed }, rows)
}
