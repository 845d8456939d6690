import { fileURLToPath } from 'node:url'
import type { Llama, LlamaModel } from 'node-llama-cpp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { LlamaEngine } from '../llama-engine'
import { promptRenderer } from '../prompt/render-prompt'

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))
const question: PromptMessage[] = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', text: 'What is the KV cache?' },
]

describe('the prompt of a continued answer', () => {
  let llama: Llama
  let model: LlamaModel
  beforeAll(async () => {
    llama = await loadLlama('cpu', new LlamaLog())
    model = await llama.loadModel({ modelPath: pocketPath })
  })
  afterAll(() => llama.dispose())

  it('starts with the prompt of the question, and ends with the open answer', async () => {
    const { render } = await promptRenderer(model)
    const asked = render(question)
    const begun = render([...question, { role: 'assistant', text: 'The KV cache keeps' }])
    expect(begun.slice(0, asked.length)).toEqual(asked)
    expect(model.detokenize(begun.slice(asked.length))).toBe('The KV cache keeps')
  })
  it('keeps the white space at the end of the answer', async () => {
    const { render } = await promptRenderer(model)
    const asked = render(question).length
    const text = 'The KV cache \n'
    expect(model.detokenize(render([...question, { role: 'assistant', text }]).slice(asked))).toBe(text)
  })
})

describe('continuing an answer', () => {
  const engine = new LlamaEngine()
  beforeAll(async () => {
    await engine.start('cpu')
    await engine.loadModel(pocketPath, 0, undefined, () => {})
    await engine.createContext({ settings: { ...defaultKvSettings, threads: 1 }, contextTokens: 2048, predictedBytes: null })
  })
  afterAll(() => engine.unload())

  async function run(messages: PromptMessage[], maxTokens: number) {
    const log = new TurnLog('t', 'c')
    const sampling = { ...defaultSampling, temperature: 0, maxTokens }
    const request = { conversationId: 'c', messages, sampling, sentAtMs: Date.now() }
    await engine.answer(request, [{ log, signal: new AbortController().signal }])
    const { text, metrics } = log.readFrom(turnStart).update
    if (!metrics) throw new Error('Expected the turn to end with figures')
    return { text, metrics }
  }

  it('processes one token if the answer’s cells exist, and writes the same text as an uninterrupted answer', async () => {
    const whole = await run(question, 24)
    await engine.forget('c')
    const half = await run(question, 9)
    const rest = await run([...question, { role: 'assistant', text: half.text }], 15)
    // The ninth token of the answer has no cell yet.
    expect(rest.metrics.promptTokens).toBe(half.metrics.promptTokens + 9)
    expect(rest.metrics.reusedTokens).toBe(half.metrics.promptTokens + 8)
    expect(half.text + rest.text).toBe(whole.text)
  })
})
