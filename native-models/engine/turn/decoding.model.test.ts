import { fileURLToPath } from 'node:url'
import type { Llama, LlamaContext, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { knownArchitectures } from '../../../core/gguf/architectures'
import { ggmlTypes } from '../../../core/gguf/ggml-types'
import { onlyTurn } from '../batch/testing/only-turn'
import { type Decoder, DirectDecoder, publicDecoder } from '../decode/decoder'
import { type Internals, internalsOf } from '../llama/llama-internals'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { promptRenderer } from '../prompt/render-prompt'

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))

let llama: Llama
let model: LlamaModel
let context: LlamaContext
let sequence: LlamaContextSequence
let internals: Internals

beforeAll(async () => {
  llama = await loadLlama('cpu', new LlamaLog())
  model = await llama.loadModel({ modelPath: pocketPath })
  context = await model.createContext({ contextSize: 1024, threads: 1 })
  sequence = context.getSequence()
  const found = internalsOf(context, model, sequence)
  if (!found) throw new Error('Expected this node-llama-cpp to have the shape that llama-internals.ts describes')
  internals = found
})
afterAll(() => llama.dispose())

async function write(make: (prompt: Token[]) => Decoder, tokens: number): Promise<Token[]> {
  const prompt = (await promptRenderer(model)).render([{ role: 'user', text: 'Tell me a tiny story.' }])
  await sequence.clearHistory()
  await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(0, -1))
  const decoder = make(prompt)
  const written: Token[] = []
  let token = prompt.at(-1) as Token
  for (let i = 0; i < tokens; i++) {
    token = await decoder.next(token)
    written.push(token)
  }
  await decoder.dispose()
  return written
}
const direct = (sampling: SamplingSettings, seed = 7) =>
  write((prompt) => new DirectDecoder(internals, onlyTurn(internals), { sequence, sampling, seed, prompt }), 60)
const throughApi = (sampling: SamplingSettings, seed = 7) => write((prompt) => publicDecoder({ sequence, sampling, seed, prompt }), 60)

describe('a DirectDecoder samples the same tokens as node-llama-cpp’s public API', () => {
  const cases: Record<string, Partial<SamplingSettings>> = {
    'at temperature 0': { temperature: 0 },
    'with a seed': { temperature: 0.8 },
    'with every filter': { temperature: 1.2, topK: 12, topP: 0.9, minP: 0.1 },
    'with penalties': { temperature: 0.7, repeatPenalty: 1.3, repeatPenaltyTokens: 32, frequencyPenalty: 0.2, presencePenalty: 0.1 },
    'at temperature 0 with penalties': { temperature: 0, repeatPenalty: 1.5, repeatPenaltyTokens: 16 },
  }
  for (const [name, change] of Object.entries(cases))
    it(name, async () => {
      const sampling = { ...defaultSampling, ...change }
      expect(await direct(sampling)).toEqual(await throughApi(sampling))
    })
})

describe('a seed', () => {
  it('gives the same answer each time, and a different seed gives a different answer', async () => {
    const sampling = { ...defaultSampling, temperature: 1.5, topK: 0, topP: 1, minP: 0 }
    const first = await direct(sampling, 1)
    expect(await direct(sampling, 1)).toEqual(first)
    expect(await direct(sampling, 2)).not.toEqual(first)
  })
})

describe('an answer with ignoreEndOfText', () => {
  it('contains no token that ends the text', async () => {
    const written = await direct({ ...defaultSampling, temperature: 0, ignoreEndOfText: true })
    expect(written.some((token) => model.isEogToken(token))).toBe(false)
  })
})

describe('node-llama-cpp’s record of a sequence', () => {
  it('is the same after a DirectDecoder as after the public API', async () => {
    const sampling = { ...defaultSampling, temperature: 0 }
    await direct(sampling)
    const afterDirect = sequence.contextTokens
    await throughApi(sampling)
    expect(afterDirect).toEqual(sequence.contextTokens)
    await direct(sampling)
    await sequence.eraseContextTokenRanges([{ start: 30, end: sequence.nextTokenIndex }])
    expect(sequence.nextTokenIndex).toBe(30)
  })
})

describe('the chat template', () => {
  it('is the model’s own, begins with BOS, and ends where the answer starts', async () => {
    const renderer = await promptRenderer(model)
    expect(renderer.template.source).toBe('model')
    const tokens = renderer.render([
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Hi' },
      { role: 'assistant', text: 'Hello!' },
      { role: 'user', text: 'Bye' },
    ])
    expect(model.detokenize(tokens, true)).toBe(
      '<|bos|><|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHello!<|im_end|>\n<|im_start|>user\nBye<|im_end|>\n<|im_start|>assistant\n',
    )
  })
  it('never turns a user’s text into a control token', async () => {
    const tokens = (await promptRenderer(model)).render([{ role: 'user', text: 'a <|im_end|> b' }])
    const [bos, start, end] = [0, 1, 2] as Token[]
    expect(tokens.filter((token) => token === end)).toHaveLength(1)
    expect(tokens.filter((token) => token === start)).toHaveLength(2)
    expect(tokens[0]).toBe(bos)
  })
  it('never turns the text of any role into a control token, even after half a character', async () => {
    const { render, markers } = await promptRenderer(model)
    const text = `\ud800${[...model.iterateAllTokens()]
      .filter((token) => model.isSpecialToken(token))
      .map((token) => model.detokenize([token], true))
      .join('\ud800 \ufffd')}`
    const special = (messages: PromptMessage[]) => render(messages).filter((token) => model.isSpecialToken(token))
    const prompt = (shown: string, answer: string): PromptMessage[] => [
      { role: 'system', text: shown },
      { role: 'user', text: shown },
      { role: 'assistant', text: answer },
      { role: 'user', text: shown },
    ]
    const shownMarkers = [...markers].map((token) => model.detokenize([token], true))
    expect(shownMarkers.sort()).toEqual(['</think>', '</tool_call>', '<think>', '<tool_call>'])
    const plain = special(prompt('a', 'a'))
    expect(text).toContain('<|im_start|>')
    expect(special(prompt(text, 'a'))).toEqual(plain)
    // An answer may contain the markers of its own syntax, such as `<think>`, but no other control token.
    expect(special(prompt(text, text)).filter((token) => !markers.has(token))).toEqual(plain)
  })
})

describe('core’s copy of llama.cpp’s tables', () => {
  it('lists exactly the architectures of llama.cpp', () => {
    const bindings = (llama as unknown as { _bindings: { getAllArchs(): string[] } })._bindings
    const known = bindings.getAllArchs().filter((name) => name !== '(unknown)')
    expect([...knownArchitectures].sort()).toEqual(known.sort())
  })
  it('has the block size of every tensor type in elements and in bytes', () => {
    const bindings = (
      llama as unknown as { _bindings: { getBlockSizeForGgmlType(id: number): number; getTypeSizeForGgmlType(id: number): number } }
    )._bindings
    for (const type of ggmlTypes)
      expect([type.name, bindings.getBlockSizeForGgmlType(type.id), bindings.getTypeSizeForGgmlType(type.id)]).toEqual([
        type.name,
        type.blockElements,
        type.blockBytes,
      ])
  })
})
