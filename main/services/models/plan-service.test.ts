import { expect, it } from 'vitest'
import type { EngineInfo } from '../../../core/contract/models/models'
import type { Network } from '../../library/network/network'
import type { ModelLibrary } from '../../library/scan/model-library'
import { AppStateHolder } from '../common/app-state'
import { PlanService } from './plan-service'

const machineOf = (backend: EngineInfo['backend'], vram: EngineInfo['vram']) => {
  const state = new AppStateHolder()
  const info: EngineInfo = { engine: 'made', release: 'b1', backend, devices: ['GPU'], vram, cores: 2, pid: 1 }
  state.update({ engine: { status: 'ready', info } })
  return new PlanService({} as ModelLibrary, state, {} as Network).machine()
}

it.each(['cuda', 'metal', 'vulkan'] as const)('the planner knows that the engine runs %s, and its memory', (backend) => {
  const vram = { totalBytes: 8, freeBytes: 4 }
  expect(machineOf(backend, vram)).toMatchObject({ gpu: backend, vram: { ...vram, devices: ['GPU'] } })
})
it('the planner knows of no GPU if the engine runs on the CPU', () => {
  const machine = machineOf('cpu', null)
  expect([machine.vram, machine.gpu]).toEqual([null, undefined])
})
