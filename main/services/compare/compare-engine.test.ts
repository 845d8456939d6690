import { afterEach, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { pocketPath } from '../testing/test-app'
import { CompareEngine } from './compare-engine'

let engine: CompareEngine
let starts = 0
afterEach(() => engine.close())

const settings = { ...defaultKvSettings, gpuBackend: 'cpu' } as const
const signal = new AbortController().signal

function open(failures: number): void {
  starts = 0
  engine = new CompareEngine(async () => {
    if (++starts <= failures) throw new Error('it was killed while it started')
    return inProcessEngine(new FakeEngine())
  }, pocketPath)
}

it('CompareEngine starts the engine again if it was killed while starting', async () => {
  open(1)
  await engine.ready(settings, signal)
  expect(starts).toBe(2)
})

it('CompareEngine gives up after the second failed start', async () => {
  open(2)
  await expect(engine.ready(settings, signal)).rejects.toThrow('engine-start-failed')
  expect(starts).toBe(2)
})
