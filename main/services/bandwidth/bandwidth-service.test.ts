import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { readMachineFile } from '../../bandwidth/machine-file'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { openTestApp } from '../testing/test-app'

let folder: string
let app: App
const open = () =>
  openTestApp(folder, async () =>
    inProcessEngine(new FakeEngine({ tokensPerSecond: 500, prefillTokensPerSecond: 50_000, loadMs: 1, taskMs: 1 })),
  )
beforeEach(async () => {
  folder = dataFolder()
  app = open()
  await app.models.loadFirst()
})
afterEach(() => app.close())
const modelId = async () => (await app.library.list())[0]?.id ?? ''

it('BandwidthService measures the memory bandwidth once, and the next start uses the result', async () => {
  expect(app.state.value.bandwidth).toMatchObject({ memory: null, isMeasuring: false })
  const measuring = app.bandwidth.measure()
  expect(app.state.value.bandwidth.isMeasuring).toBe(true)
  await expect(app.bandwidth.measure()).rejects.toMatchObject({
    failure: { code: 'bandwidth-failed', facts: { reason: { kind: 'busy' } } },
  })
  await measuring
  const measured = { memory: { byThreads: [{ bytesPerSecond: 10e9 }, { bytesPerSecond: 16e9 }] }, isMeasuring: false }
  expect(app.state.value.bandwidth).toMatchObject(measured)
  app.close()
  app = open()
  expect(app.state.value.bandwidth).toMatchObject(measured)
})

it('BandwidthService discards a measurement that an answer has disturbed', async () => {
  const discarded = expect(app.bandwidth.measure()).rejects.toMatchObject({ failure: { facts: { reason: { kind: 'disturbed' } } } })
  await app.turns.send({ conversationId: null, text: 'Hello', sentAtMs: Date.now(), answers: 1 })
  await discarded
  expect(app.state.value.bandwidth).toMatchObject({ memory: null, isMeasuring: false })
  await eventually(() => expect(app.state.value.turns).toEqual([]))
})

it('BandwidthService refuses to measure while an answer is being written', async () => {
  await app.turns.send({ conversationId: null, text: 'Hello', sentAtMs: Date.now(), answers: 1 })
  await expect(app.bandwidth.measure()).rejects.toMatchObject({ failure: { code: 'conversation-busy' } })
  await eventually(() => expect(app.state.value.turns).toEqual([]))
})

it('BandwidthService learns the prefill peak at each micro-batch from a benchmark, and stores it', async () => {
  const id = await modelId()
  expect(await app.bandwidth.peakOf(id)).toBeNull()
  await app.bandwidth.measurePrefill(id)
  await eventually(() => expect(app.state.value.bandwidth.peakRevision).toBe(1))
  const peak = await app.bandwidth.peakOf(id)
  expect(peak?.byBatch.map(({ batchTokens }) => batchTokens)).toEqual([1, 4, 16, 64, 256, 512])
  for (const { flopPerSecond } of peak?.byBatch ?? []) expect(flopPerSecond).toBeGreaterThan(0)
  expect(readMachineFile(folder).prefill).toEqual([peak])
})

it('BandwidthService forgets its measurements when all data is deleted', async () => {
  await app.bandwidth.measure()
  await app.data.deleteEverything()
  expect(app.state.value.bandwidth.memory).toBeNull()
  expect(readMachineFile(folder).memory).toBeNull()
})
