import { expect, it } from 'vitest'
import type { TrialFinding } from '../../../core/backends/trial-process'
import type { Backend } from '../../../core/contract/models/backend-kinds'
import { describeEvent } from '../../../core/copy/facts'
import { AppStateHolder } from '../common/app-state'
import { BackendService } from './backend-service'

const works: TrialFinding = { outcome: 'works', devices: ['card'], memory: { totalBytes: 2, freeBytes: 1 } }
const noDevice: TrialFinding = { outcome: 'fails', code: 'no-device' }

function serviceWith(findings: Partial<Record<Backend, TrialFinding | 'dies'>>) {
  const tried: Backend[] = []
  const state = new AppStateHolder()
  const service = new BackendService(
    {
      installed: (backend) => (backend in findings ? { backend, folder: '', fallbackFolder: null, modelPath: '' } : 'not-installed'),
      startTrial: ({ backend }) => {
        tried.push(backend)
        const finding = findings[backend]
        return {
          onFinding: (listener) => void (finding && finding !== 'dies' && setTimeout(listener, 1, finding)),
          onExit: (listener) => void (finding === 'dies' && setTimeout(listener, 1, { code: null, signal: 'SIGSEGV' })),
          lastOutput: () => '',
          kill: () => {},
        }
      },
    },
    state,
  )
  return { service, state, tried }
}
const report = (state: AppStateHolder) =>
  state.value.backends.trials.map((trial) => [trial.backend, trial.outcome === 'works' ? 'works' : trial.code])

it('BackendService tries backends until one works, and each only once', async () => {
  const { service, state, tried } = serviceWith({ cuda: works, vulkan: works, cpu: works })
  expect(await Promise.all([service.choose(), service.choose()])).toEqual(['cuda', 'cuda'])
  expect(tried).toEqual(['cuda'])
  expect(report(state)).toEqual([['cuda', 'works']])
})

it('BackendService skips a backend whose driver crashes, and logs that once', async () => {
  const { service, state, tried } = serviceWith({ cuda: 'dies', vulkan: noDevice, cpu: works })
  expect(await service.choose()).toBe('cpu')
  expect(await service.choose()).toBe('cpu')
  expect(tried).toEqual(['cuda', 'vulkan'])
  expect(report(state)).toEqual([
    ['cuda', 'driver-crashed'],
    ['metal', 'not-installed'],
    ['vulkan', 'no-device'],
  ])
  const troubles = state.events.list.filter(({ isTrouble }) => isTrouble)
  expect(troubles.map(describeEvent)).toEqual(['CUDA cannot be used. The process that probed this backend stopped. It crashed (SIGSEGV).'])
})

it('BackendService probes only untried backends, or all of them if the user asks again', async () => {
  const findings: Partial<Record<Backend, TrialFinding | 'dies'>> = { vulkan: 'dies', cpu: works }
  const { service, state, tried } = serviceWith(findings)
  await service.choose()
  await service.probe(false)
  expect(tried).toEqual(['vulkan', 'cpu'])
  findings.vulkan = works
  const again = service.probe(true)
  await service.choose()
  await again
  expect(tried).toEqual(['vulkan', 'cpu', 'vulkan', 'cpu'])
  expect(report(state).at(2)).toEqual(['vulkan', 'works'])
  expect(await service.choose()).toBe('vulkan')
  expect(state.value.backends.trying).toEqual([])
})
