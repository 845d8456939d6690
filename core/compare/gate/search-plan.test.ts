import { describe, expect, it } from 'vitest'
import type { ContextReport } from '../../contract/cache/cache'
import type { CompareCell, ComparePlan } from '../../contract/compare/compare-runs'
import type { CompareResultOf } from '../../contract/compare/compare-tasks'
import { defaultKvSettings } from '../../contract/settings/kv-defaults'
import type { KvSettings } from '../../contract/settings/kv-settings'
import type { KvType } from '../../contract/settings/kv-types'
import { makeHeader } from '../../gguf/made-header'
import { cacheShapeOf } from '../../kv/cache-shape-of'
import { planSettings } from '../../kv/kv-settings-plan'
import { localSettings } from '../on-server'
import { cellsOf } from '../plan-cells'
import { cheapestFinding, gateFindings } from './judge-run'
import { cheaperPairs, hasNoMoreBits } from './kv-pairs'
import { nextSetting, searchPlanOf } from './search-plan'

const shape = cacheShapeOf(
  makeHeader('llama', {
    block_count: 6,
    context_length: 2048,
    embedding_length: 256,
    'attention.head_count': 4,
    'attention.head_count_kv': 2,
  }),
)
const kv = (keyType: KvType, valueType: KvType = keyType): KvSettings => ({ ...defaultKvSettings, keyType, valueType })
const plan: ComparePlan = {
  modelId: 'pocket',
  title: '',
  variants: [kv('f16')],
  speed: null,
  latency: null,
  quality: { text: { source: 'bundled', name: 'story' }, chunkTokens: 64, maxChunks: 1 },
  passkey: null,
  answers: null,
  cacheless: null,
  gate: { maxNats: 0.01, maxRecallLoss: null, isSearch: true },
}

const pairs = cheaperPairs(shape, kv('f16'))
const bytesOf = ({ keyType, valueType }: KvSettings) =>
  pairs.find((pair) => pair.keyType === keyType && pair.valueType === valueType)?.bytes ?? planSettings(shape, kv('f16')).totalCacheBytes
function measured(wanted: ComparePlan, nats: (settings: KvSettings) => number | null, error = 0.0001): CompareCell[] {
  return cellsOf(wanted).map((cell): CompareCell => {
    if (cell.task.kind === 'server') throw new Error('Expected a task for this machine')
    const { settings } = cell.task
    const value = nats(settings)
    if (value === null) return { ...cell, state: 'failed', failure: { code: 'generation-failed', facts: { quoted: '' } } as never }
    const result = { kind: 'quality', context: { allocatedBytes: bytesOf(settings) } as ContextReport, meanDivergence: { value, error } }
    return { ...cell, state: 'done', result: result as CompareResultOf<'quality'> }
  })
}

/** In nats. In this test, K adds twice as much divergence as V. */
const noise: Partial<Record<KvType, number>> = { f16: 0, q8_0: 0.001, q5_1: 0.003, q5_0: 0.004, q4_1: 0.02, q4_0: 0.03, iq4_nl: 0.025 }
const modelNats = ({ keyType, valueType }: KvSettings): number => 2 * (noise[keyType] ?? 1) + (noise[valueType] ?? 1)

function search(limit: number, nats: (settings: KvSettings) => number | null = modelNats) {
  let wanted: ComparePlan = { ...plan, gate: { maxNats: limit, maxRecallLoss: null, isSearch: true } }
  for (;;) {
    const results = measured(wanted, nats)
    const next = nextSetting(pairs, wanted, results)
    if (!next) {
      const finding = cheapestFinding(gateFindings({ plan: wanted, results }))
      return { found: localSettings(finding && wanted.variants[finding.variant]) ?? undefined, measured: wanted.variants.length - 1 }
    }
    wanted = { ...wanted, variants: [...wanted.variants, next] }
  }
}

describe('the pairs of a search', () => {
  it('are cheaper than the reference, and sorted by their bytes', () => {
    expect(pairs).toHaveLength(48)
    expect(pairs.map(({ bytes }) => bytes)).toEqual(pairs.map(({ bytes }) => bytes).sort((left, right) => left - right))
    expect(pairs.slice(-2)).toMatchObject([
      { keyType: 'f16', valueType: 'q8_0' },
      { keyType: 'q8_0', valueType: 'f16' },
    ])
    expect(pairs.some(({ keyType }) => keyType === 'bf16' || keyType === 'f32')).toBe(false)
  })
  it('do not include types that llama.cpp refuses, such as a quantized V without flash attention', () => {
    const withoutFlash = cheaperPairs(shape, { ...kv('f16'), flashAttention: 'off' })
    expect(new Set(withoutFlash.map(({ valueType }) => valueType))).toEqual(new Set(['f16']))
  })
  it('are ranked by bits, but iq4_nl is not below q4_1', () => {
    const noMore = (one: KvType, other: KvType) => hasNoMoreBits(kv(one), kv(other))
    expect(noMore('q4_0', 'q8_0')).toBe(true)
    expect(noMore('iq4_nl', 'q5_0')).toBe(true)
    expect(noMore('iq4_nl', 'q4_1')).toBe(false)
    expect(noMore('q4_0', 'iq4_nl')).toBe(false)
    expect(hasNoMoreBits(kv('q4_0', 'q8_0'), kv('q8_0', 'q4_0'))).toBe(false)
  })
})

describe('a search for the cheapest types', () => {
  it('finds the pair with the fewest bytes within the limit, with few measurements', () => {
    for (const limit of [0.0005, 0.0012, 0.0035, 0.01, 0.02, 0.05, 1]) {
      const within = pairs.filter((pair) => modelNats(kv(pair.keyType, pair.valueType)) + 0.0002 <= limit)
      const { found, measured: count } = search(limit)
      expect(found && bytesOf(found)).toBe(within[0]?.bytes)
      expect(count).toBeLessThanOrEqual(12)
    }
  })
  it('continues if a pair cannot be measured', () => {
    const { found } = search(0.01, (settings) => (settings.valueType === 'q5_0' ? null : modelNats(settings)))
    const within = pairs.filter(({ keyType, valueType }) => valueType !== 'q5_0' && modelNats(kv(keyType, valueType)) + 0.0002 <= 0.01)
    expect(found && bytesOf(found)).toBe(within[0]?.bytes)
  })
  it('measures only the parts that have a limit', () => {
    const whole = { ...plan, passkey: { promptTokens: 64, depths: [0.5], trials: 4 }, answers: { prompts: ['a'], maxTokens: 4 } }
    expect(searchPlanOf(whole)).toMatchObject({ quality: plan.quality, passkey: null, answers: null })
    const recall = { ...whole, gate: { maxNats: null, maxRecallLoss: 0.1, isSearch: true } }
    expect(searchPlanOf(recall)).toMatchObject({ quality: null, passkey: whole.passkey })
  })
})

describe('gateFindings', () => {
  const both = { ...plan, variants: [kv('f16'), kv('q8_0'), kv('q4_0')], gate: { maxNats: 0.01, maxRecallLoss: null, isSearch: false } }
  it('judges every setting except the reference', () => {
    const findings = gateFindings({ plan: both, results: measured(both, modelNats) })
    expect(findings.map(({ variant, answer }) => [variant, answer])).toEqual([
      [1, 'within'],
      [2, 'beyond'],
    ])
    expect(cheapestFinding(findings)?.variant).toBe(1)
  })
  it('does not judge settings that were measured only in part, or a run without limits', () => {
    const results = measured(both, ({ keyType }) => (keyType === 'q4_0' ? null : 0))
    expect(gateFindings({ plan: both, results }).map(({ variant }) => variant)).toEqual([1])
    const withRecall = { ...both, gate: { maxNats: 0.01, maxRecallLoss: 0.1, isSearch: false } }
    expect(gateFindings({ plan: withRecall, results: measured(withRecall, modelNats) })).toEqual([])
    expect(gateFindings({ plan: { ...both, gate: null }, results: measured(both, modelNats) })).toEqual([])
  })
})
