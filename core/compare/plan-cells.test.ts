import { describe, expect, it } from 'vitest'
import type { ComparePlan } from '../contract/compare/compare-runs'
import type { ServerSetting } from '../contract/compare/compare-variants'
import { defaultKvSettings } from '../contract/settings/kv-defaults'
import { cellsOf, countCells } from './plan-cells'

const f16 = defaultKvSettings
const q8 = { ...f16, keyType: 'q8_0', valueType: 'q8_0' } as const
const plan: ComparePlan = {
  modelId: 'pocket',
  title: '',
  variants: [f16, q8],
  speed: {
    tests: [
      { prompt: 512, generated: 0, depth: 0 },
      { prompt: 0, generated: 128, depth: 1024 },
    ],
    repetitions: 5,
    warmUp: true,
  },
  latency: { prompt: 'hello', outputTokens: 32, turns: 3, limits: { ttftMs: 200, itlMs: 50 } },
  quality: { text: { source: 'bundled', name: 'story' }, chunkTokens: 512, maxChunks: null },
  passkey: { promptTokens: 512, depths: [0, 0.5, 1], trials: 2 },
  toolCalls: { prompts: 8 },
  schemas: { prompts: 6 },
  answers: { prompts: ['one', 'two'], maxTokens: 64 },
  cacheless: { prompt: 'hello', tokens: 16 },
}

describe('the cells of a plan', () => {
  it('can be counted without being created', () => {
    // 2 x (2 tests + 3 turns + quality + passkey + tool calls + JSON with and without a grammar + 2 answers) + 1 test without a cache
    expect(countCells(plan)).toBe(25)
    expect(cellsOf(plan)).toHaveLength(25)
    const grid = {
      ...plan,
      variants: Array.from({ length: 100 }, () => f16),
      speed: { ...plan.speed, tests: Array(100).fill(plan.speed?.tests[0]) },
    }
    const others = { latency: null, quality: null, passkey: null, toolCalls: null, schemas: null, answers: null, cacheless: null }
    expect(countCells({ ...grid, ...others } as ComparePlan)).toBe(10_000)
  })
  it('are ordered by test, then by setting', () => {
    const speed = cellsOf(plan).filter(({ part }) => part === 'speed')
    expect(speed.map(({ index, variant, item }) => [index, variant, item])).toEqual([
      [0, 0, 0],
      [1, 1, 0],
      [2, 0, 1],
      [3, 1, 1],
    ])
  })
  it('measure quality against the first setting, without storing the text', () => {
    const [first, second] = cellsOf(plan).filter(({ part }) => part === 'quality')
    expect(first?.task).toMatchObject({ reference: f16, settings: f16, text: '' })
    expect(second?.task).toMatchObject({ reference: f16, settings: q8, text: '' })
  })
  it('ask every setting for the same tool calls, and for JSON without and with a grammar', () => {
    const calls = cellsOf(plan).filter(({ part }) => part === 'toolCalls')
    expect(calls.map(({ task }) => task)).toEqual([f16, q8].map((settings) => ({ kind: 'tool-calls', settings, prompts: 8, seed: 1 })))
    const schemas = cellsOf(plan).filter(({ part }) => part === 'schemas')
    expect(schemas.map(({ variant, item, task }) => [variant, item, task.kind === 'schemas' && task.withGrammar])).toEqual([
      [0, 0, false],
      [1, 0, false],
      [0, 1, true],
      [1, 1, true],
    ])
  })
  it('include the test without a cache for the first setting only', () => {
    expect(cellsOf(plan).filter(({ part }) => part === 'cacheless')).toMatchObject([{ variant: 0 }])
  })
})

describe('the cells of a plan with a server', () => {
  const server: ServerSetting = { name: 'llama-server q8_0', serverId: 'lab', serverName: 'Lab', model: 'tiny' }
  const latency = { prompt: 'hello', outputTokens: 32, turns: 3, limits: { ttftMs: 200, itlMs: 50 }, newWords: 20, seed: 7 }
  const mixed: ComparePlan = { ...plan, variants: [f16, server], latency }

  it('are those that its chat API can answer', () => {
    const parts = cellsOf(mixed).flatMap(({ variant, part }) => (variant === 1 ? [part] : []))
    expect(parts).toEqual(['latency', 'latency', 'latency', 'passkey', 'toolCalls', 'schemas', 'schemas', 'answers', 'answers'])
    expect(countCells(mixed)).toBe(cellsOf(mixed).length)
    const serverFirst = { ...mixed, variants: [server, f16] }
    expect(countCells(serverFirst)).toBe(cellsOf(serverFirst).length)
    expect(cellsOf(serverFirst).some(({ part }) => part === 'quality')).toBe(false)
    expect(cellsOf(serverFirst).filter(({ part }) => part === 'cacheless')).toMatchObject([{ variant: 1 }])
  })
  it('ask the server and this machine for the same', () => {
    const asked = cellsOf(mixed).filter(({ part }) => part !== 'speed' && part !== 'quality' && part !== 'cacheless')
    const askOf = ({ task }: (typeof asked)[number]) => {
      if (task.kind === 'server') return task.ask
      const { settings: _, ...ask } = task
      return ask
    }
    const of = (variant: number) => asked.filter((cell) => cell.variant === variant).map(askOf)
    expect(of(1)).toEqual(of(0))
  })
  it('put new words before the prompt of each turn, which depend on the seed', () => {
    const promptsOf = (seed: number) =>
      cellsOf({ ...mixed, latency: { ...latency, seed } }).flatMap(({ task }) =>
        task.kind === 'server' && task.ask.kind === 'answer' && task.ask.ignoreEndOfText ? [task.ask.prompt] : [],
      )
    const prompts = [...promptsOf(7), ...promptsOf(100)]
    expect(new Set(prompts.map((prompt) => prompt.split(' ').slice(0, 3).join(' '))).size).toBe(6)
    expect(prompts[0]).toMatch(/^(?:[a-z]+ ){19}[a-z]+\n\nhello$/)
    expect(promptsOf(7)).toEqual(promptsOf(7))
  })
  it('give passkeys a number of sentences, because a server has no tokenizer', () => {
    const passkeys = cellsOf(mixed).filter(({ part }) => part === 'passkey')
    expect(passkeys.map(({ task }) => (task.kind === 'server' ? task.ask : task))).toMatchObject([{ sentences: 57 }, { sentences: 57 }])
    expect(cellsOf(plan).find(({ part }) => part === 'passkey')?.task).not.toHaveProperty('sentences')
  })
})
