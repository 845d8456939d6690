import { fileURLToPath } from 'node:url'
import type { Llama, LlamaContext, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { onlyTurn } from '../batch/testing/only-turn'
import { type Internals, internalsOf } from '../llama/llama-internals'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { promptRenderer } from '../prompt/render-prompt'
import { type Decoder, DirectDecoder, publicDecoder } from './decoder'

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))

let llama: Llama
let model: LlamaModel
let context: LlamaContext
let sequence: LlamaContextSequence
let internals: Internals
let prompt: Token[]

beforeAll(async () => {
  llama = await loadLlama('cpu', new LlamaLog())
  model = await llama.loadModel({ modelPath: pocketPath })
  context = await model.createContext({ contextSize: 1024, threads: 1 })
  sequence = context.getSequence()
  const found = internalsOf(context, model, sequence)
  if (!found) throw new Error('Expected this node-llama-cpp to have the shape that llama-internals.ts describes')
  internals = found
  prompt = (await promptRenderer(model)).render([{ role: 'user', text: 'Tell me a tiny story.' }])
})
afterAll(() => llama.dispose())

async function prefill(): Promise<void> {
  await sequence.clearHistory()
  await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(0, -1))
}
async function write(make: () => Decoder, count: number): Promise<Token[]> {
  await prefill()
  const decoder = make()
  const written: Token[] = []
  for (let token = prompt.at(-1) as Token; written.length < count; written.push(token)) token = await decoder.next(token)
  await decoder.dispose()
  return written
}
const greedy: SamplingSettings = { ...defaultSampling, temperature: 0, ignoreEndOfText: true }
const unfiltered = { temperature: 1, topK: 0, topP: 1, minP: 0 }
const direct = (change: Partial<SamplingSettings>, count = 40, seed = 7) =>
  write(() => new DirectDecoder(internals, onlyTurn(internals), { sequence, sampling: { ...greedy, ...change }, seed, prompt }), count)
const throughApi = (change: Partial<SamplingSettings>, count = 40, seed = 7) =>
  write(() => publicDecoder({ sequence, sampling: { ...greedy, ...change }, seed, prompt }), count)

/** The probabilities of the first token of the answer, most likely first. */
async function firstProbabilities(): Promise<{ token: Token; probability: number }[]> {
  await prefill()
  const options = { temperature: 1, topK: 0, topP: 1, minP: 0, seed: 1, yieldEogToken: true }
  const answers = sequence.evaluateWithMetadata(prompt.slice(-1), { probabilities: true }, options)
  const { value } = await answers.next()
  await answers.return()
  return [...(value as { probabilities: Map<Token, number> }).probabilities].map(([token, probability]) => ({ token, probability }))
}

function longestRun(tokens: readonly Token[], of: Token): number {
  let [longest, run] = [0, 0]
  for (const token of tokens) {
    run = token === of ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

describe('an answer with DRY and XTC off', () => {
  it('has the same tokens as without these samplers, even if their other values differ from the defaults', async () => {
    const sampling = { ...unfiltered, temperature: 0.9, minP: 0.02, ignoreEndOfText: false }
    const expected = await write(() => {
      const tokens = sequence.evaluate(prompt.slice(-1), { ...sampling, seed: 7, yieldEogToken: true })
      return {
        usedCells: 0,
        next: async () => (await tokens.next()).value as Token,
        replaced() {},
        dispose: async () => void (await tokens.return()),
      }
    }, 40)
    expect(await direct(sampling)).toEqual(expected)
    const off = { dryMultiplier: 0, dryBase: 3, dryAllowedLength: 1, xtcProbability: 0, xtcThreshold: 0, repeatPenaltyTokens: 9 }
    expect(await direct({ ...sampling, ...off })).toEqual(expected)
    expect(await direct({ ...sampling, dryMultiplier: 5, dryLastTokens: 0 })).toEqual(expected)
  })
})

describe('XTC', () => {
  it('with probability 1 removes each token above the threshold except the least likely of them', async () => {
    const ranked = await firstProbabilities()
    const [first, second, third] = ranked as [(typeof ranked)[0], (typeof ranked)[0], (typeof ranked)[0]]
    expect(await direct({}, 1)).toEqual([first.token])
    expect(await direct({ xtcProbability: 1, xtcThreshold: second.probability * 0.999 }, 1)).toEqual([second.token])
    expect(await direct({ xtcProbability: 1, xtcThreshold: third.probability * 0.999 }, 1)).toEqual([third.token])
  })
  it('removes nothing if fewer than two tokens reach the threshold', async () => {
    const [first, second] = await firstProbabilities()
    const above = ((first?.probability ?? 0) + (second?.probability ?? 0)) / 2
    expect(await direct({ xtcProbability: 1, xtcThreshold: Math.min(0.5, above) }, 1)).toEqual([first?.token])
  })
})

describe('DRY', () => {
  const cat = () => model.tokenize(' cat')[0] as Token
  const forced = { logitBias: [{ token: ' cat', bias: 40 }] }
  const dry = { ...forced, dryMultiplier: 10, dryAllowedLength: 2 }
  it('breaks a repetition that is forced, once it is longer than the allowed length', async () => {
    expect(await direct(forced, 60)).toEqual(Array(60).fill(cat()))
    const written = await direct(dry, 60)
    expect(written.slice(0, 3)).toEqual(Array(3).fill(cat()))
    expect(longestRun(written, cat())).toBeLessThan(8)
  })
  it('reads only the last tokens of the answer if it is limited to them', async () => {
    expect(longestRun(await direct({ ...dry, dryLastTokens: 2 }, 60), cat())).toBe(60)
  })
  it('does not count tokens before a sequence breaker', async () => {
    expect(longestRun(await direct({ ...dry, drySequenceBreakers: [' cat'] }, 60), cat())).toBe(60)
  })
})

describe('logit bias', () => {
  it('of −100 bans a token, by its ID and by its text', async () => {
    const [top] = (await direct({}, 1)) as [Token]
    const text = model.detokenize([top])
    expect(model.tokenize(text)).toEqual([top])
    for (const token of [top as number, text]) expect(await direct({ logitBias: [{ token, bias: -100 }] })).not.toContain(top)
  })
  it('of +100 forces a token', async () => {
    const [rare] = (await firstProbabilities()).slice(-1)
    const token = rare?.token as Token
    expect(await direct({ logitBias: [{ token, bias: 100 }] }, 5)).toEqual(Array(5).fill(token))
  })
  it('of a text biases each of its tokens, and biases of the same token add up', async () => {
    const tokens = model.tokenize(' Once upon')
    expect(tokens.length).toBeGreaterThan(1)
    const banned = new Set(await direct({ logitBias: [{ token: ' Once upon', bias: -100 }] }, 60))
    for (const token of tokens) expect(banned.has(token)).toBe(false)
    const token = tokens[0] as Token
    const cancelled = [
      { token, bias: -100 },
      { token, bias: 100 },
    ]
    expect(await direct({ logitBias: cancelled })).toEqual(await direct({}))
  })
  it('refuses an ID that the model does not have', async () => {
    const vocabularyTokens = [...model.iterateAllTokens()].length
    const failure = { code: 'bias-token-unknown', facts: { token: vocabularyTokens, vocabularyTokens } }
    await expect(direct({ logitBias: [{ token: vocabularyTokens, bias: 1 }] })).rejects.toMatchObject({ failure })
    expect(await direct({ logitBias: [{ token: vocabularyTokens - 1, bias: 0 }] })).toEqual(await direct({}))
  })
})

describe('a DirectDecoder samples the same tokens as node-llama-cpp’s public API', () => {
  const random = { ...unfiltered, temperature: 1.1, ignoreEndOfText: false }
  it.each<[string, Partial<SamplingSettings>]>([
    ['with XTC', { xtcProbability: 0.5, xtcThreshold: 0.05 }],
    ['with DRY', { dryMultiplier: 2, dryBase: 2, dryAllowedLength: 1, dryLastTokens: 50, drySequenceBreakers: ['.'] }],
    [
      'with logit bias',
      {
        logitBias: [
          { token: ' the', bias: 2 },
          { token: 300, bias: -3 },
        ],
      },
    ],
    [
      'with all samplers',
      { xtcProbability: 0.5, dryMultiplier: 1, repeatPenalty: 1.2, frequencyPenalty: -0.2, logitBias: [{ token: ' a', bias: 1 }] },
    ],
  ])('%s', async (_, change) => {
    expect(await direct({ ...random, ...change })).toEqual(await throughApi({ ...random, ...change }))
  })
})
