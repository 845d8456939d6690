import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../contract/errors/coded-error'
import { planCache } from '../../kv/plan-cache'
import { subjectFromConfig } from './subject-from-config'

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
const random = generator(3)
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

const configs: Record<string, unknown>[] = readFileSync(new URL('./fixtures/converted.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line).config)
const classes = configs.map(({ architectures }) => architectures)
const keys = [...new Set(configs.flatMap((config) => Object.keys(config)))]

const oddity = (): unknown =>
  pick<unknown>([
    null,
    0,
    -1,
    1,
    2,
    3,
    7,
    1.5,
    1e18,
    Number.MAX_VALUE,
    2 ** 31 - 1,
    2 ** 32,
    512,
    513,
    true,
    false,
    '',
    'full_attention',
    '32',
    '__proto__',
    [],
    [1, 2],
    [null],
    [-1],
    ['mamba'],
    new Array(600).fill(1),
    {},
    { a: 1 },
    { '05': { head_dim: 3 } },
    [{}],
    [{ attention: {} }],
  ])

function mutate(value: unknown, depth = 0): unknown {
  if (random() < 0.15) return oddity()
  if (depth < 3 && Array.isArray(value))
    return value.map((one) => (random() < 0.02 ? mutate(one, depth + 1) : one)).slice(0, pick([2, 999, 999]))
  if (depth < 3 && typeof value === 'object' && value !== null) return mutateObject(value as Record<string, unknown>, depth + 1)
  return random() < 0.5 && typeof value === 'number' ? value * pick([0, -1, 2, 3, 1000, 1e6]) : value
}
function mutateObject(config: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const share = pick([0.02, 0.1, 0.5])
  const entries = Object.entries(config).flatMap(([key, value]) => {
    const dice = random()
    if (dice < share / 3) return []
    return [[key, dice < share ? mutate(value, depth) : value]]
  })
  const added = random() < 0.2 ? { [pick(keys)]: oddity() } : {}
  return { ...Object.fromEntries(entries), ...added }
}
function mutatedText(): string {
  const config = mutateObject(pick(configs))
  if (random() < 0.2) config.architectures = pick(classes)
  const text = JSON.stringify(random() < 0.1 ? { text_config: config, architectures: pick(classes) } : config)
  return random() < 0.05 ? text.slice(0, Math.floor(random() * text.length)) : text
}

describe('subjectFromConfig', () => {
  it('returns a plan of whole numbers or throws a coded error for 5,000 mutated configurations, each within a second', () => {
    const ends = { planned: 0, refused: 0, unreadable: 0 }
    for (let i = 0; i < 5000; i++) {
      const text = mutatedText()
      const started = performance.now()
      try {
        const { shape } = subjectFromConfig(text)
        const llamaCpp = pick(['0.4.0', '0.5.0'] as const)
        const settings = {
          keyType: 'f16',
          valueType: 'f16',
          sequences: pick([1, 3]),
          swaFullCache: false,
          flashAttention: pick(['auto', 'off'] as const),
          llamaCpp,
          contextTokens: 4096,
          microBatchTokens: 512,
        } as const
        const plan = planCache(shape, settings)
        const figures = [
          plan.kvBytes,
          plan.recurrentBytes,
          plan.totalCacheBytes,
          shape.layers,
          shape.trainedTokens,
          ...plan.layers.flatMap(({ kBytes, vBytes, stateBytes }) => [kBytes, vBytes, stateBytes]),
        ]
        if (figures.some((figure) => !Number.isInteger(figure) || figure < 0)) expect.fail(`not a whole figure: ${text}`)
        if (plan.refused) ends.refused++
        else ends.planned++
      } catch (error) {
        if (failureOf(error)?.code !== 'config-unreadable') expect.fail(`${error}: ${text}`)
        ends.unreadable++
      }
      if (performance.now() - started > 1000) expect.fail(`too slow: ${text}`)
    }
    console.info(`5,000 mutated configurations: ${JSON.stringify(ends)}`)
    expect(ends.planned).toBeGreaterThan(500)
    expect(ends.unreadable).toBeGreaterThan(500)
  })
})
