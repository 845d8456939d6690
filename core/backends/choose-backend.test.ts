import { describe, expect, it } from 'vitest'
import { type Backend, trialFailureCodes } from '../contract/models/backend-kinds'
import type { BackendTrial } from '../contract/models/backends'
import { copy } from '../copy/copy'
import { chosenBackend } from './choose-backend'
import { llamaPackage } from './llama-packages'

const works = (backend: Backend): Extract<BackendTrial, { outcome: 'works' }> => ({
  outcome: 'works',
  backend,
  devices: backend === 'cpu' ? [] : ['card'],
  memory: { totalBytes: 2 ** 31, freeBytes: 2 ** 30 },
  tookMs: 1,
})
const fails = (backend: Backend): BackendTrial => ({ outcome: 'fails', backend, code: 'no-device', tookMs: 1 })

describe('the choice of a backend', () => {
  it('is the first backend that works, in the order CUDA, Metal, Vulkan, CPU', () => {
    expect(chosenBackend([works('vulkan'), works('cuda')])).toBe('cuda')
    expect(chosenBackend([works('cpu'), works('vulkan'), fails('metal'), fails('cuda')])).toBe('vulkan')
    expect(chosenBackend([fails('cuda'), fails('metal'), fails('vulkan')])).toBe('cpu')
  })
  it('is null while a GPU backend before the first working one has not been tried', () => {
    expect(chosenBackend([works('vulkan'), fails('cuda')])).toBeNull()
    expect(chosenBackend([works('cpu')])).toBeNull()
    expect(copy.backends.choice({ trials: [] })).toBeNull()
  })
  it('comes with a reason for the user', () => {
    expect(copy.backends.choice({ trials: [works('cuda')] })).toEqual({ backend: 'cuda', why: 'It works here and is the first choice.' })
    expect(copy.backends.choice({ trials: [fails('cuda'), works('metal')] })?.why).toBe(
      'It is the best backend that works here; CUDA cannot be used.',
    )
  })
})

describe('the text about a backend', () => {
  it('adds up the memory of several devices', () => {
    expect(copy.backends.devices({ ...works('cuda'), devices: ['A', 'B'] })).toBe('A, B · together 2.00 GiB, 1.00 GiB free')
  })
  it('says that an NVIDIA GPU uses Vulkan in a package without CUDA, and which package supports CUDA', () => {
    expect(copy.backends.failure({ outcome: 'fails', backend: 'cuda', code: 'not-installed', tookMs: 0 })).toEqual({
      what: 'This package of Headroom has no CUDA build of llama.cpp.',
      todo: 'This package uses Vulkan for NVIDIA GPUs. The larger package, with “cuda” in its file name, supports CUDA.',
    })
    const vulkan = copy.backends.failure({ outcome: 'fails', backend: 'vulkan', code: 'not-installed', tookMs: 0 })
    expect(vulkan.todo).toBe('Install Headroom again.')
  })
  it('says whether a missing library is part of the driver or of the CUDA Toolkit', () => {
    const todoFor = (library: string) =>
      copy.backends.failure({ outcome: 'fails', backend: 'cuda', code: 'library-missing', library, tookMs: 1 }).todo
    for (const driver of ['libcuda.so.1', 'nvcuda.dll'])
      expect(todoFor(driver)).toBe('Install NVIDIA’s driver, which contains it, then check again.')
    for (const runtime of ['libcudart.so.13', 'libcublas.so.13', 'cublas64_13.dll'])
      expect(todoFor(runtime)).toBe('Install NVIDIA’s CUDA Toolkit (version 12.4 to 13.x), which contains it, then check again.')
  })
  it('says in full sentences what happened and, if possible, what the user can do', () => {
    for (const backend of ['cuda', 'vulkan', 'cpu'] as const)
      for (const code of trialFailureCodes) {
        const facts = { library: 'libcuda.so.1', end: { kind: 'signal', signal: 'SIGSEGV', quoted: null }, seconds: 20, quoted: 'no' }
        const { what, todo } = copy.backends.failure({ outcome: 'fails', backend, code, tookMs: 1, ...facts } as never)
        expect(what).toMatch(/^\S.*\.$/)
        expect(what).not.toContain('..')
        if (code !== 'not-on-this-system') expect(todo).toMatch(/^[A-Z].*\.$/)
      }
  })
})

it('llamaPackage names a CPU package for every platform that Headroom supports', () => {
  for (const machine of ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64']) {
    const [platform, arch] = machine.split('-') as [string, string]
    expect(llamaPackage('cpu', platform, arch)).toBeDefined()
  }
  expect(llamaPackage('metal', 'linux', 'x64')).toBeUndefined()
})
