import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompareResultOf } from '../../../core/contract/compare/compare-tasks'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { measureSuite } from '../../process/testing/measure-suite'
import { LlamaEngine } from '../llama-engine'

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))

measureSuite('the engine on llama.cpp', () => ({ backend: new LlamaEngine(), modelPath: pocketPath }))

describe('the engine on llama.cpp, with the embedded model,', () => {
  const engine = new LlamaEngine()
  const settings = { ...defaultKvSettings, gpuBackend: 'cpu' as const, gpuLayers: 0 }
  beforeAll(async () => {
    await engine.start('cpu')
    await engine.loadModel(pocketPath, 0, undefined, () => {})
  })
  afterAll(() => engine.unload())

  it('refuses a context that does not fit in memory, before llama.cpp tries to create it', async () => {
    const test = { prompt: 1, generated: 0, depth: 2 ** 30 }
    const refused = engine.measure({ kind: 'speed', settings, test, repetitions: 1, warmUp: false }, undefined, () => {})
    const error: unknown = await refused.catch((reason: unknown) => reason)
    expect(failureOf(error)).toMatchObject({ code: 'context-larger-than-memory' })
  })
  it('finds most passkeys at the end of a text, with f16 and with q8_0', async () => {
    const passkey = async (type: 'f16' | 'q8_0') =>
      (await engine.measure(
        {
          kind: 'passkey',
          settings: { ...settings, threads: 1, keyType: type, valueType: type },
          promptTokens: 250,
          depths: [1],
          trials: 5,
          seed: 3,
        },
        undefined,
        () => {},
      )) as CompareResultOf<'passkey'>
    const { byDepth, promptTokens } = await passkey('f16')
    // The model card says 97%.
    expect(byDepth[0]?.found).toBeGreaterThanOrEqual(4)
    expect(Math.abs((promptTokens ?? 0) - 250)).toBeLessThan(40)
    expect((await passkey('q8_0')).byDepth).toEqual(byDepth)
  })
  it('uses the same number of threads when a test is measured again', async () => {
    const once = async () =>
      (await engine.measure(
        { kind: 'speed', settings, test: { prompt: 0, generated: 4, depth: 0 }, repetitions: 1, warmUp: true },
        undefined,
        () => {},
      )) as CompareResultOf<'speed'>
    const first = await once()
    const again = await once()
    expect(first.context.threads.measured.length).toBeGreaterThan(0)
    expect(again.context.threads.measured).toEqual([])
    expect(again.threads).toBe(first.threads)
  })
})

describe('tool calls, with the embedded model', () => {
  const engine = new LlamaEngine()
  const settings = { ...defaultKvSettings, threads: 1, gpuBackend: 'cpu', gpuLayers: 0 } as const
  const load = (template: string) => engine.loadModel(pocketPath, 0, undefined, () => {}, template)
  const measure = (prompts: number) => engine.measure({ kind: 'tool-calls', settings, prompts, seed: 1 }, undefined, () => {})
  const messages = (calls: string) =>
    `{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}${calls}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}`
  const tools = '{% if tools %}<|im_start|>system\n{% for tool in tools %}{{ tool | tojson }}\n{% endfor %}<|im_end|>\n{% endif %}'
  const calls = '{% for call in m.tool_calls or [] %}<tool_call>\n{{ call.function | tojson }}\n</tool_call>{% endfor %}'
  const refusal = async () => failureOf(await measure(1).catch((error: unknown) => error))
  beforeAll(() => engine.start('cpu'))
  afterAll(() => engine.unload())

  it('are scored, for prompts that the suite has, and are the same when measured again', async () => {
    await load(tools + messages(calls))
    const first = (await measure(4)) as CompareResultOf<'tool-calls'>
    expect(first.answers).toHaveLength(4)
    for (const { call, rightTool, rightArguments } of first.answers) {
      expect(call !== null || !rightTool).toBe(true)
      expect(rightTool || !rightArguments).toBe(true)
    }
    expect(((await measure(4)) as CompareResultOf<'tool-calls'>).answers).toEqual(first.answers)
  })
  it('are refused if the chat template takes no tools', async () => {
    await load(messages(''))
    expect(await refusal()).toEqual({ code: 'tools-refused', facts: { reason: { kind: 'template-without-tools' } } })
  })
  it('are refused if the chat template does not show how calls are written', async () => {
    await load(tools + messages(''))
    expect(await refusal()).toEqual({ code: 'tools-refused', facts: { reason: { kind: 'template-without-calls' } } })
  })
})
