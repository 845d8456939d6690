import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { CompareCell, ComparePlan } from '../../../core/contract/compare/compare-runs'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { LlamaEngine } from '../../../native-models/engine/llama-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { CompareEngine } from './compare-engine'
import { plannedCells, subjectOf, textOf } from './compare-plan'
import { CompareRunner } from './compare-runner'
import { CompareTexts } from './compare-texts'

const folder = fileURLToPath(new URL('../../../native-models', import.meta.url))
const path = `${folder}/pocket/pocket-f16.gguf`
const settings = { ...defaultKvSettings, gpuBackend: 'cpu', threads: 1 } as const

it('a comparison measures memory, speed, and quality of four settings, whose memory and quality differ', async () => {
  const plan: ComparePlan = {
    modelId: 'pocket',
    title: '',
    variants: [
      { ...settings, keyType: 'f16', valueType: 'f16' },
      { ...settings, keyType: 'q8_0', valueType: 'q8_0' },
      { ...settings, keyType: 'q4_0', valueType: 'q4_0' },
      { ...settings, keyType: 'q8_0', valueType: 'q4_0' },
    ],
    speed: { tests: [{ prompt: 0, generated: 8, depth: 64 }], repetitions: 2, warmUp: true },
    latency: null,
    quality: { text: { source: 'bundled', name: 'pocket' }, chunkTokens: 128, maxChunks: 8 },
    passkey: null,
    answers: null,
    cacheless: null,
  }
  const { shape } = await subjectOf({ id: 'pocket', name: 'Pocket', path })
  const cells = new Map<number, CompareCell>()
  const engine = new CompareEngine(async () => inProcessEngine(new LlamaEngine()), path)
  const text = textOf(plan.quality?.text, new CompareTexts(folder), () => null)
  const runner = new CompareRunner(plannedCells(plan, shape), text, engine)
  runner.cellsChanged.listen((changed) => {
    for (const cell of changed) cells.set(cell.index, cell)
  })
  expect(await runner.run(new AbortController().signal)).toBe('done')
  engine.close()

  const results = [...cells.values()].sort((left, right) => left.index - right.index)
  expect(results.map(({ state, failure }) => failure ?? state)).toEqual(Array(8).fill('done'))
  const speed = results.flatMap(({ result, predictedBytes }) => (result?.kind === 'speed' ? [{ ...result, predictedBytes }] : []))
  expect(speed.map(({ samplesNs }) => samplesNs.length)).toEqual([2, 2, 2, 2])
  const bytes = (key: number, value: number) => (6 * 256 * 128 * (key + value)) / 32
  expect(speed.map(({ context }) => context.allocatedBytes)).toEqual([bytes(64, 64), bytes(34, 34), bytes(18, 18), bytes(34, 18)])
  expect(speed.map(({ predictedBytes }) => predictedBytes)).toEqual(speed.map(({ context }) => context.allocatedBytes))
  expect(speed.map(({ context }) => context.attentionRotation)).toEqual([
    { keys: false, values: false },
    { keys: true, values: true },
    { keys: true, values: true },
    { keys: true, values: true },
  ])
  const quality = results.flatMap(({ result }) => (result?.kind === 'quality' ? [result] : []))
  expect(quality[0]).toMatchObject({ divergence: { mean: 0, max: 0 }, topAgreement: { value: 1 } })
  const [, q8, q4, mixed] = quality.map(({ divergence }) => divergence.mean)
  expect(q8).toBeGreaterThan(0)
  expect(mixed).toBeGreaterThan(q8 as number)
  expect(q4).toBeGreaterThan(mixed as number)
})
