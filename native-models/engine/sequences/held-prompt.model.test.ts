import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'

const engine = new LlamaEngine()
beforeAll(async () => {
  await engine.start('cpu')
  await engine.loadModel(fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url)), 0, undefined, () => {})
  await engine.createContext({ settings: { ...defaultKvSettings, threads: 1 }, contextTokens: 1024, predictedBytes: null })
})
afterAll(() => engine.unload())

async function answer(turnId: string) {
  const log = new TurnLog(turnId, 'c')
  const sampling = { ...defaultSampling, temperature: 0, maxTokens: 6, ignoreEndOfText: true }
  const messages = [
    { role: 'system' as const, text: 'Be brief. Brücken sind alt. 🌉' },
    { role: 'user' as const, text: 'What is the KV cache?' },
  ]
  await engine.answer({ conversationId: 'c', messages, sampling, sentAtMs: Date.now() }, [{ log, signal: new AbortController().signal }])
  const { metrics, text } = log.readFrom(turnStart).update
  if (!metrics) throw new Error('Expected a finished turn')
  return { metrics, text }
}

it('returns the tokens and texts that the newest turn left in its sequence', async () => {
  const { metrics, text } = await answer('first')
  const held = engine.heldPrompt('first')
  expect(held?.tokens.length).toBe(metrics.usedCells)
  expect(held?.segments.map(({ from }) => from)).toEqual([0, ...(held?.segments.slice(0, -1).map(({ to }) => to) ?? [])])
  expect(held?.segments.at(-1)?.to).toBe(held?.tokens.length)
  const textOf = (holds: string) => held?.segments.filter((segment) => segment.holds === holds).map((segment) => segment.text)
  expect(textOf('system')).toEqual(['Be brief. Brücken sind alt. 🌉'])
  expect(textOf('user')).toEqual(['What is the KV cache?'])
  expect(text.startsWith(textOf('assistant')?.join('') ?? '-')).toBe(true)
})
it('returns null for a turn whose sequence another turn has used since', async () => {
  await answer('second')
  expect(engine.heldPrompt('first')).toBeNull()
  expect(engine.heldPrompt('second')).not.toBeNull()
})
