/**
 * Pocket after its first stage, with a template that opens reasoning in the prompt, as DeepSeek R1's does. The model knows nothing of
 * reasoning, so only a budget or a click ends the reasoning.
 */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { partsOf } from '../../../core/messages/parts-of'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'

const pocketPath = fileURLToPath(new URL('../../fixtures/first-stage/pocket-f16.gguf', import.meta.url))
const template = `{%- for m in messages %}<|im_start|>{{ m.role }}
{% if m.role == 'assistant' and m.reasoning_content and loop.last %}<think>
{{ m.reasoning_content }}
</think>

{% endif %}{{ m.content }}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
<think>
{% endif %}`

const engine = new LlamaEngine()
beforeAll(async () => {
  await engine.start('cpu')
  const model = await engine.loadModel(pocketPath, 0, undefined, () => {}, template)
  expect(model.chatTemplate).toMatchObject({ source: 'user', abilities: { reasoning: true, keepsReasoning: false } })
})
afterAll(() => engine.unload())

const user = (text: string): PromptMessage => ({ role: 'user', text })
const question = user('What is the KV cache?')

interface Answer extends Pick<StoredMessage, 'text' | 'parts'> {
  readonly message: PromptMessage
  readonly metrics: NonNullable<StoredMessage['metrics']>
}

async function ask(
  messages: readonly PromptMessage[],
  sampling: Partial<SamplingSettings>,
  onText: (log: TurnLog, end: AbortController) => void = () => {},
): Promise<Answer> {
  const log = new TurnLog('t', 'c')
  const end = new AbortController()
  const request = {
    conversationId: 'c',
    messages: [...messages],
    sampling: { ...defaultSampling, temperature: 0, ...sampling },
    sentAtMs: Date.now(),
  }
  const answering = engine.answer(request, [{ log, signal: new AbortController().signal, reasoningEnds: end.signal }])
  for (let { cursor } = log.readFrom(turnStart); !log.isOver; { cursor } = log.readFrom(cursor)) {
    onText(log, end)
    await log.changedSince(cursor, undefined)
  }
  await answering
  const { text, parts, metrics } = log.readFrom(turnStart).update
  if (!metrics) throw new Error('The turn failed')
  return { text, ...(parts ? { parts } : {}), metrics, message: { role: 'assistant', text, ...(parts ? { parts } : {}) } }
}

const newContext = () => engine.createContext({ settings: { ...defaultKvSettings, threads: 1 }, contextTokens: 2048, predictedBytes: null })

describe('an answer whose prompt opens reasoning', () => {
  it('begins with what the prompt opened, and has the reasoning as a part that ends at the budget', async () => {
    await newContext()
    const answer = await ask([question], { reasoningBudgetTokens: 12 })
    expect(answer.text).toMatch(/^<think>\n/)
    const [reasoning, text] = partsOf(answer)
    // In this vocabulary, the marker takes several tokens, which count as reasoning until the marker is complete.
    const tokens = reasoning?.type === 'reasoning' ? reasoning.tokens : 0
    expect(tokens).toBeGreaterThanOrEqual(12)
    expect(tokens).toBeLessThan(12 + engine.countTokens('\n</think>'))
    expect(text?.type).toBe('text')
    expect(text?.text.length).toBeGreaterThan(0)
    expect(answer.text).toContain('</think>')
    expect(engine.sampleCaches()[0]?.held).toMatchObject({ reasoning: tokens })
  })

  it('ends its reasoning when asked to', async () => {
    await newContext()
    const answer = await ask([question], {}, (log, end) => {
      if (log.outputCount >= 5) end.abort()
    })
    const [reasoning, text] = partsOf(answer)
    expect(reasoning?.type === 'reasoning' && reasoning.tokens).toBeLessThan(12)
    expect(text?.type).toBe('text')
  })

  it('can be continued in the middle of its reasoning', async () => {
    await newContext()
    const begun = await ask([question], { reasoningBudgetTokens: 12, maxTokens: 8 })
    expect(partsOf(begun).map(({ type }) => type)).toEqual(['reasoning'])
    const rest = await ask([question, begun.message], { reasoningBudgetTokens: 12 })
    expect(rest.metrics.reusedTokens).toBeGreaterThanOrEqual(begun.metrics.usedCells - 1)
    expect(rest.parts?.map(({ type }) => type)).toEqual(['reasoning', 'text'])
  })
})

describe('the reasoning of an earlier answer', () => {
  const next = user('Say it in one word.')

  it('keeps its cells if the prompt keeps it', async () => {
    await newContext()
    const first = await ask([question], { reasoningBudgetTokens: 12 })
    const { metrics } = await ask([question, first.message, next], { keepReasoning: true, reasoningBudgetTokens: 12 })
    expect(metrics.reuse).toMatchObject({ cause: 'continued', repeatedTokens: 0 })
    expect(metrics.reusedTokens).toBeGreaterThanOrEqual(first.metrics.usedCells - 1)
    expect(
      engine
        .sampleCaches()[0]
        ?.spans.filter(({ holds }) => holds === 'reasoning')
        .map(({ message }) => message),
    ).toEqual([2, 4])
  })

  it('is left out if the template leaves it out by default, and the report says what that cost', async () => {
    await newContext()
    const first = await ask([question], { reasoningBudgetTokens: 12 })
    const messages = [question, first.message, next]
    const preview = await engine.previewReuse({ conversationId: 'c', messages, settings: defaultSampling })
    const { metrics } = await ask(messages, { reasoningBudgetTokens: 12 })
    expect(metrics.reuse?.cause).toBe('reasoning-dropped')
    const [, text] = partsOf(first)
    const answerTokens = engine.countTokens(text?.text ?? '')
    expect(metrics.reuse?.repeatedTokens).toBeGreaterThanOrEqual(answerTokens)
    expect(metrics.reuse?.repeatedTokens).toBeLessThanOrEqual(answerTokens + 8)
    expect(Math.abs(preview.keptTokens - metrics.reusedTokens)).toBeLessThanOrEqual(6)
    expect(
      engine
        .sampleCaches()[0]
        ?.spans.filter(({ holds }) => holds === 'reasoning')
        .map(({ message }) => message),
    ).toEqual([4])
  })

  it('is found in an answer that was stored without parts', async () => {
    await newContext()
    const first = await ask([question], { reasoningBudgetTokens: 12 })
    const older: PromptMessage = { role: 'assistant', text: first.text }
    const { metrics } = await ask([question, older, next], { keepReasoning: true, reasoningBudgetTokens: 12 })
    expect(metrics.reuse).toMatchObject({ cause: 'continued' })
  })
})
