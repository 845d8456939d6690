import { describe, expect, it } from 'vitest'
import type { BackendReport } from '../../../core/contract/models/backends'
import { backendChoices, gpuLayersObstacle } from './backend-choices'

const gibibyte = 2 ** 30
const cuda = { outcome: 'fails', backend: 'cuda', code: 'library-missing', library: 'libcuda.so.1', tookMs: 40 } as const
const metal = { outcome: 'fails', backend: 'metal', code: 'not-on-this-system', tookMs: 0 } as const
const vulkan = {
  outcome: 'works',
  backend: 'vulkan',
  devices: ['AMD Radeon 780M'],
  memory: { totalBytes: 8 * gibibyte, freeBytes: 6 * gibibyte },
  tookMs: 300,
} as const
const report = (...trials: BackendReport['trials'][number][]): BackendReport => ({ trials, trying: [] })
const option = (of: BackendReport | undefined, value: string) => backendChoices(of).find((one) => one.value === value)

describe('the choice of a backend', () => {
  it('shows the devices and memory of working backends, and disables the others, with the reason and what to do', () => {
    const found = report(cuda, metal, vulkan)
    expect(option(found, 'vulkan')).toMatchObject({ note: 'AMD Radeon 780M · 8.00 GiB, 6.00 GiB free' })
    expect(option(found, 'vulkan')?.refused).toBeUndefined()
    expect(option(found, 'cuda')?.refused).toBe('libcuda.so.1 is missing. Install NVIDIA’s driver, which contains it, then check again.')
    expect(option(found, 'metal')?.refused).toBe('Metal works only on Macs with Apple chips.')
    expect(option(found, 'auto')?.note).toBe('Uses Vulkan. It is the best backend that works here; CUDA and Metal cannot be used.')
  })
  it('leaves untried backends and the CPU enabled', () => {
    expect(backendChoices(undefined).every(({ refused, note }) => refused === undefined && note === undefined)).toBe(true)
    expect(option(report(cuda), 'vulkan')?.refused).toBeUndefined()
    const broken = {
      outcome: 'fails',
      backend: 'cpu',
      code: 'driver-crashed',
      end: { kind: 'signal', signal: 'SIGILL', quoted: null },
      tookMs: 1,
    } as const
    expect(option(report(broken), 'cpu')?.refused).toBeUndefined()
  })
  it('says which backend an automatic choice selects, once all preferred backends have been tried', () => {
    expect(option(report(cuda), 'auto')?.note).toBeUndefined()
    const noVulkan = { ...cuda, backend: 'vulkan' } as const
    expect(option(report(cuda, metal, noVulkan), 'auto')?.note).toBe('Uses CPU. Headroom found no GPU that it can use.')
  })
})

describe('layers on a GPU', () => {
  it('need a backend with a GPU', () => {
    expect(gpuLayersObstacle(undefined, 'auto')).toBeUndefined()
    expect(gpuLayersObstacle(report(cuda, metal, vulkan), 'auto')).toBeUndefined()
    expect(gpuLayersObstacle(report(cuda, metal, vulkan), 'cpu')).toBe('The backend is the CPU.')
    expect(gpuLayersObstacle(report(cuda, metal, { ...cuda, backend: 'vulkan' }), 'auto')).toContain('No GPU')
  })
})
