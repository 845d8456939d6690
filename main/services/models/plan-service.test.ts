import { expect, it } from 'vitest'
import type { ReadyModel } from '../../../core/contract/app/app-state'
import type { EngineInfo } from '../../../core/contract/models/models'
import type { Network } from '../../library/network/network'
import type { ModelLibrary } from '../../library/scan/model-library'
import { AppStateHolder } from '../common/app-state'
import { PlanService } from './plan-service'

const machineOf = (backend: EngineInfo['backend'], vram: EngineInfo['vram']) => {
  const state = new AppStateHolder()
  const info: EngineInfo = { engine: 'made', release: 'b1', backend, devices: ['GPU'], vram, cores: 2, pid: 1 }
  state.update({ engine: { status: 'ready', info } })
  return new PlanService({} as ModelLibrary, state, {} as Network).machine('held')
}

it.each(['cuda', 'metal', 'vulkan'] as const)('the planner knows that the engine runs %s, and its memory', (backend) => {
  const vram = { totalBytes: 8, freeBytes: 4 }
  expect(machineOf(backend, vram)).toMatchObject({ gpu: backend, vram: { ...vram, devices: ['GPU'] } })
})
it('the planner knows of no GPU if the engine runs on the CPU', () => {
  const machine = machineOf('cpu', null)
  expect([machine.vram, machine.gpu]).toEqual([null, undefined])
})

const minuteMs = 60_000

function servicePlanning() {
  const state = new AppStateHolder()
  const computer = { freeBytes: 8, atMs: 0 }
  const service = new PlanService(
    undefined as unknown as ModelLibrary,
    state,
    undefined as unknown as Network,
    () => ({ totalBytes: 16, freeBytes: computer.freeBytes }),
    () => computer.atMs,
  )
  return { state, computer, free: (reading: 'held' | 'new' | 'now') => service.machine(reading).ram.freeBytes }
}

it('holds the free memory for all plans until it is read again', () => {
  const { computer, free } = servicePlanning()
  expect(free('held')).toBe(8)
  computer.freeBytes = 5
  expect(free('held')).toBe(8)
  expect(free('now')).toBe(5)
  expect(free('held')).toBe(8)
  expect(free('new')).toBe(5)
  expect(free('held')).toBe(5)
})

it('reads the free memory again if a model is loaded or removed', () => {
  const { state, computer, free } = servicePlanning()
  expect(free('held')).toBe(8)
  computer.freeBytes = 5
  state.update({
    model: { status: 'failed', file: null, settings: null, failure: { code: 'vc-runtime-missing', facts: { libraries: [] } } },
  })
  expect(free('held')).toBe(5)
})

it('reads the free memory again if the model gets another context, but not if only its draft changes', () => {
  const { state, computer, free } = servicePlanning()
  const ready = (contextTokens: number) => ({ status: 'ready', context: { contextTokens }, draft: { status: 'none' } }) as ReadyModel
  state.update({ model: ready(4096) })
  expect(free('held')).toBe(8)
  computer.freeBytes = 5
  const failure = { code: 'vc-runtime-missing' as const, facts: { libraries: [] } }
  const draft: ReadyModel['draft'] = { status: 'failed', name: 'small', failure }
  state.update({ model: { ...(state.value.model as ReadyModel), draft } })
  expect(free('held')).toBe(8)
  state.update({ model: ready(8192) })
  expect(free('held')).toBe(5)
})

it('reads the free memory again after ten minutes', () => {
  const { computer, free } = servicePlanning()
  expect(free('held')).toBe(8)
  computer.freeBytes = 5
  computer.atMs = 10 * minuteMs - 1
  expect(free('held')).toBe(8)
  computer.atMs = 10 * minuteMs
  expect(free('held')).toBe(5)
})
