import { describe, expect, it } from 'vitest'
import { kvTypes } from '../contract/settings/kv-types'
import { architecturesSince050, knownArchitectures } from '../gguf/architectures'
import { makeHeader } from '../gguf/made-header'
import { billOf } from '../plan/bill'
import type { PlanMachine } from '../plan/machines/machine'
import { planSubjectOf } from '../plan/plan-subject'
import type { CacheSettings } from './cache-settings'

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = generator(20_251_121)
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

const architectures = [...knownArchitectures, ...architecturesSince050, 'unheard-of', '']
const sizes = [0, 1, 2, 3, 4, 7, 32, 80, 128, 576, 4096, 131_072, 2 ** 31, 2 ** 32 - 1]
const oddities = [
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  10n ** 18n,
  'text',
  true,
  { elementType: 'str', length: 3, values: null },
]
const keys = `context_length embedding_length features_length nextn_predict_layers feed_forward_length attention.head_count
  attention.head_count_kv attention.key_length attention.value_length attention.key_length_swa attention.value_length_swa
  attention.key_length_mla attention.value_length_mla attention.kv_lora_rank attention.sliding_window attention.sliding_window_pattern
  attention.shared_kv_layers attention.recurrent_layers attention.causal attention.compress_ratios attention.indexer.key_length
  attention.indexer.types attention.indexer.top_k full_attention_interval leading_dense_block_count ssm.conv_kernel ssm.inner_size
  ssm.state_size ssm.group_count kda.head_dim wkv.head_size token_shift_count shortconv.l_cache num_loops ple.layers ple.conv_kernel
  ple.ngram_size hyper_connection.count vocab_size expert_count expert_used_count expert_feed_forward_length
  embedding_length_per_layer_input`.split(/\s+/)

/** `odd` is the share of wrong values, `said` that of present keys. */
function randomHeader() {
  const layers = pick([1, 2, 4, 5, 20, 24, 64, 100, 512])
  const odd = pick([0, 0, 0.02, 0.3])
  const said = pick([0.1, 0.4, 0.8])
  const value = () => {
    const dice = random()
    if (dice < odd) return pick([...oddities, pick(sizes), Array.from({ length: pick([0, 1, 600]) }, () => pick(sizes))])
    if (dice < odd + 0.15) return Array.from({ length: layers }, () => pick([0, 1, 2]))
    return pick([0, 1, 2, 4, 32, 64, 80, 128])
  }
  const given = Object.fromEntries(keys.filter(() => random() < said).map((key) => [key, value()]))
  const common = { context_length: 4096, embedding_length: 256, 'attention.head_count': 4 }
  return makeHeader(pick(architectures), { ...common, block_count: random() < odd ? pick(sizes) : layers, ...given })
}

const randomSettings = (): CacheSettings => ({
  keyType: pick(kvTypes),
  valueType: pick(kvTypes),
  sequences: pick([0, 1, 1, 2, 3, 4, 256, 257, 100_000]),
  swaFullCache: random() < 0.3,
  flashAttention: pick(['auto', 'on', 'off']),
  kvUnified: random() < 0.3,
  llamaCpp: pick(['0.4.0', '0.5.0']),
  ...pick([{ contextTokens: pick(sizes) }, { totalContextTokens: pick(sizes) }]),
  ...pick([{ batchTokens: pick(sizes) }, { microBatchTokens: pick(sizes) }]),
})

const machine: PlanMachine = {
  ram: { totalBytes: 2 ** 34, freeBytes: 2 ** 33 },
  vram: { totalBytes: 2 ** 33, freeBytes: 2 ** 32, devices: [] },
  measuredAtMs: 0,
}

describe('billOf', () => {
  it('returns whole, non-negative numbers within a second for each of 20,000 random headers', () => {
    let planned = 0
    for (let i = 0; i < 20_000; i++) {
      const started = performance.now()
      const header = randomHeader()
      const settings = randomSettings()
      const { plan, parts } = billOf(
        planSubjectOf(header, 'random'),
        { ...settings, gpuLayers: pick([0, 3, 'auto']) },
        pick([null, machine]),
      )
      const elapsedMs = performance.now() - started
      const figures = [
        ...parts.map(({ bytes }) => bytes),
        plan.kvBytes,
        plan.recurrentBytes,
        plan.totalCacheBytes,
        plan.sizes.cellsPerSequence,
        ...plan.caches.flatMap(({ cells, streams, layers, bytes }) => [cells, streams, layers, bytes]),
        ...plan.layers.flatMap(({ cells, kBytes, vBytes, stateBytes }) => [cells, kBytes, vBytes, stateBytes]),
      ]
      const wrong = figures.find((figure) => !Number.isInteger(figure) || figure < 0)
      if (wrong !== undefined || elapsedMs > 1000) expect.fail(`${wrong} after ${elapsedMs} ms: ${describeCase(header, settings)}`)
      if (!plan.refused) planned++
    }
    expect(planned).toBeGreaterThan(1000)
  })
})

const describeCase = (header: ReturnType<typeof makeHeader>, settings: CacheSettings): string =>
  JSON.stringify({ metadata: [...header.metadata], settings }, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
