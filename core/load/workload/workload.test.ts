import { describe, expect, it } from 'vitest'
import { meanAndDeviation } from '../../stats/percentile'
import { seededRandom } from '../../stats/seeded-random'
import { calibrationFrom } from './calibration'
import { fillerText } from './filler'
import { fitLength } from './fit-length'
import { lengthOf, lengthRuleFrom } from './lengths'
import { planRequests, type Workload } from './plan-requests'
import type { TraceEntry } from './trace-entry'

describe('a length', () => {
  const samples = (word: string, count: number) => {
    const random = seededRandom(3)
    const rule = lengthRuleFrom(word)
    return rule ? Array.from({ length: count }, () => lengthOf(rule, random)) : []
  }
  it('is fixed, uniform with both ends included, or normal', () => {
    expect(new Set(samples('512', 100))).toEqual(new Set([512]))
    expect([...new Set(samples('3-5', 300))].sort()).toEqual([3, 4, 5])
    const { mean, deviation } = meanAndDeviation(samples('512~64', 20_000))
    // Three standard errors: 3 x 64 / sqrt(20,000) = 1.4, and 3 x 64 / sqrt(40,000) = 1.
    expect(Math.abs(mean - 512)).toBeLessThan(1.4)
    expect(Math.abs(deviation - 64)).toBeLessThan(1)
  })
  it('is at least one token', () => {
    expect(Math.min(...samples('1~50', 1000))).toBe(1)
  })
  it.each(['', '0', '-5', '5-3', '1e3', '10~', '12345678', '3.5', '5 - 6'])('is refused if it is written as “%s”', (word) => {
    expect(lengthRuleFrom(word)).toBeUndefined()
  })
})

describe('a prompt of words', () => {
  const wordsOf = (text: string) => text.split(' ')
  it('is the same for the same seeds, and has a beginning of its own for another seed', () => {
    const text = fillerText(40, 0, { shared: 1, own: 2 })
    expect(wordsOf(text)).toHaveLength(40)
    expect(fillerText(40, 0, { shared: 1, own: 2 })).toBe(text)
    expect(wordsOf(fillerText(40, 0, { shared: 1, own: 3 })).slice(0, 5)).not.toEqual(wordsOf(text).slice(0, 5))
  })
  it('begins with the shared part, which is the same for prompts of different lengths', () => {
    const [short, long] = [20, 40].map((words, own) => wordsOf(fillerText(words, 0.5, { shared: 1, own })))
    expect(long?.slice(0, 10)).toEqual(short?.slice(0, 10))
    expect(long?.slice(20, 25)).not.toEqual(short?.slice(10, 15))
    expect(fillerText(30, 1, { shared: 1, own: 5 })).toBe(fillerText(30, 1, { shared: 1, own: 6 }))
  })
  it('gets the wanted number of tokens if the tokenizer allows it, or the closest', async () => {
    const text = (words: number) => fillerText(words, 0, { shared: 1, own: 2 })
    // Two tokens for each third word.
    const tokensIn = async (candidate: string) => wordsOf(candidate).reduce((sum, _, at) => sum + (at % 3 === 0 ? 2 : 1), 0)
    expect(await fitLength(100, 1, text, tokensIn)).toMatchObject({ tokens: 100 })
    // No text has 101 tokens.
    expect([100, 102]).toContain((await fitLength(101, 1.33, text, tokensIn)).tokens)
    expect(await fitLength(1, 1, text, tokensIn)).toMatchObject({ tokens: 2 })
  })
})

describe('the tokens of two prompts', () => {
  it('give the tokens per word and those of the chat template', () => {
    expect(calibrationFrom({ words: 32, promptTokens: 51 }, { words: 160, promptTokens: 211 })).toEqual({
      by: 'usage',
      tokensPerWord: 1.25,
      templateTokens: 11,
    })
  })
  it('give nothing if the longer one has no more tokens', () => {
    expect(calibrationFrom({ words: 32, promptTokens: 51 }, { words: 160, promptTokens: 51 })).toBeNull()
    expect(calibrationFrom({ words: 32, promptTokens: 51 }, { words: 32, promptTokens: 60 })).toBeNull()
  })
})

describe('the requests of a run', () => {
  const workload: Workload = {
    prompt: { kind: 'uniform', from: 10, to: 99 },
    output: { kind: 'uniform', from: 1, to: 9 },
    shared: 0.5,
    trace: null,
  }
  const take = (count: number, plans: ReturnType<typeof planRequests>) => Array.from({ length: count }, () => plans.next().value)
  it('have the same lengths but different texts in two runs with the same seed of lengths', () => {
    const [one, other] = [1, 2].map((text) => take(20, planRequests(workload, { lengths: 7, text })))
    expect(one?.map(({ prompt, output }) => [prompt, output])).toEqual(other?.map(({ prompt, output }) => [prompt, output]))
    expect(one?.[0].seeds).not.toEqual(other?.[0].seeds)
    expect(new Set(one?.map(({ seeds }) => seeds.shared)).size).toBe(1)
    expect(new Set(one?.map(({ seeds }) => seeds.own)).size).toBe(20)
  })
  it('follow the trace in its order, again and again, with the lengths of the flags where it has none', () => {
    const entry = (tokens: number, more: Partial<TraceEntry> = {}): TraceEntry => ({
      prompt: { kind: 'tokens', tokens },
      output: null,
      atMs: null,
      shared: null,
      ...more,
    })
    const trace = [entry(5, { output: { kind: 'tokens', tokens: 77 }, shared: 1, atMs: 20 }), entry(6)]
    const plans = take(3, planRequests({ ...workload, trace }, { lengths: 1, text: 1 }))
    expect(plans.map(({ prompt }) => prompt)).toEqual([5, 6, 5].map((tokens) => ({ kind: 'tokens', tokens })))
    expect(plans.map(({ shared }) => shared)).toEqual([1, 0.5, 1])
    expect(plans[0]).toMatchObject({ output: { tokens: 77 }, atMs: 20 })
    expect(plans[1].output.tokens).toBeLessThan(10)
  })
  it('take conversations in an order that depends on the seed only', () => {
    const trace: TraceEntry[] = Array.from({ length: 50 }, (_, at) => ({
      prompt: { kind: 'messages', messages: [{ role: 'user', text: String(at) }] },
      output: { kind: 'text', text: 'an answer' },
      atMs: null,
      shared: null,
    }))
    const order = (lengths: number) =>
      take(50, planRequests({ ...workload, trace }, { lengths, text: lengths })).map(({ prompt }) => prompt.messages[0].text)
    expect(order(1)).toEqual(order(1))
    expect(order(1)).not.toEqual(order(2))
    expect([...order(1)].sort()).toEqual([...order(2)].sort())
  })
})
