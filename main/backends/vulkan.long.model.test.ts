/**
 * CI uses Mesa's software driver (Debian: mesa-vulkan-drivers, libvulkan1). llama.cpp accepts it only if GGML_VK_VISIBLE_DEVICES names it.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import type { BackendTrial } from '../../core/contract/models/backends'
import type { EngineInfo, LoadedModel } from '../../core/contract/models/models'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import type { GpuBackend } from '../../core/contract/settings/kv-types'
import { copy } from '../../core/copy/copy'
import { follow } from '../../core/streams/follow'
import { resourcesAt } from '../paths'
import { connectControl, type EngineClient } from '../supervisor/engine-client'
import type { EngineProcess } from '../supervisor/engine-process'
import { forkEngine } from '../supervisor/fork-engine'
import { forkedTrials } from './forked-trials'
import { tryInstalled } from './try-installed'

const resources = resourcesAt(fileURLToPath(new URL('../..', import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), 'headroom-vulkan-'))
const processes: EngineProcess[] = []
afterAll(() => {
  for (const one of processes) one.kill()
  rmSync(folder, { recursive: true })
})

async function withEnvironment<T>(variables: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  const before = { ...process.env }
  Object.assign(process.env, variables)
  try {
    return await work()
  } finally {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}
const tryVulkan = () => tryInstalled(forkedTrials(resources), 'vulkan')
async function startEngine(backend: GpuBackend): Promise<{ client: EngineClient; info: EngineInfo }> {
  const engine = await forkEngine(resources.engineEntry)()
  processes.push(engine)
  const client = connectControl(engine)
  return { client, info: await client.start({ gpuBackend: backend }) }
}
function unless(context: TestContext, isThere: boolean, why: string): void {
  if (isThere) return
  console.warn(`skipped: ${context.task.name}: ${why}`)
  context.skip(why)
}
const whyNot = (trial: BackendTrial) => (trial.outcome === 'fails' ? copy.backends.failure(trial).what : '')

const anyDevice = { GGML_VK_VISIBLE_DEVICES: '0' }
const drivers = (path: string) => ({ VK_DRIVER_FILES: path, VK_ICD_FILENAMES: path })
let vulkan: BackendTrial
beforeAll(async () => {
  vulkan = await withEnvironment(anyDevice, tryVulkan)
  console.warn(`Vulkan: ${JSON.stringify(vulkan)}`)
})

describe('Vulkan', () => {
  it('computes with weights in the device’s memory, and gives a text nearly the same perplexity as the CPU', {
    timeout: 300_000,
  }, async (context) => {
    unless(context, vulkan.outcome === 'works', whyNot(vulkan))
    const cpu = await predictOn('cpu')
    const gpu = await withEnvironment(anyDevice, () => predictOn('vulkan'))
    expect(gpu.info).toMatchObject({ backend: 'vulkan', devices: vulkan.outcome === 'works' ? vulkan.devices : [] })
    expect(gpu.model?.gpuLayers).toBeGreaterThan(0)
    expect(gpu.model?.weightBytes.vram).toBeGreaterThan(0)
    expect(gpu.context.allocatedBytes).toBe(cpu.context.allocatedBytes)
    // Mesa's driver sums in f16, the CPU in f32: perplexities differ by 0.55% over 128 tokens. A miscalculated layer would change the
    // perplexity by a large factor.
    expect(Math.abs(gpu.perplexity / cpu.perplexity - 1)).toBeLessThan(0.03)
  })

  it('is refused if there is no device, and automatic selection chooses the CPU', { timeout: 120_000 }, async (context) => {
    unless(context, !(vulkan.outcome === 'fails' && vulkan.code === 'library-missing'), whyNot(vulkan))
    await withEnvironment(drivers(join(folder, 'none.json')), async () => {
      expect(await tryVulkan()).toMatchObject({ outcome: 'fails', code: 'no-device' })
      await expect(startEngine('vulkan')).rejects.toMatchObject({ code: 'engine-start-failed' })
      expect((await startEngine('auto')).info).toMatchObject({ backend: 'cpu', devices: [], vram: null })
    })
  })

  it('is refused with the signal’s name if the driver aborts, and only the trial’s process ends', async (context) => {
    unless(context, !(vulkan.outcome === 'fails' && vulkan.code === 'library-missing'), whyNot(vulkan))
    const driver = brokenDriver()
    unless(context, driver !== undefined, 'there is no C compiler')
    await withEnvironment(drivers(driver ?? ''), async () => {
      expect(await tryVulkan()).toMatchObject({ outcome: 'fails', code: 'driver-crashed', end: { kind: 'signal', signal: 'SIGABRT' } })
    })
  })
})

function brokenDriver(): string | undefined {
  const source = join(folder, 'broken.c')
  const library = join(folder, 'libbroken.so')
  writeFileSync(source, '#include <stdlib.h>\nint vk_icdNegotiateLoaderICDInterfaceVersion(unsigned *version) { abort(); }\n')
  if (spawnSync('cc', ['-shared', '-fPIC', '-o', library, source]).status !== 0) return undefined
  const manifest = join(folder, 'broken.json')
  writeFileSync(manifest, JSON.stringify({ file_format_version: '1.0.0', ICD: { library_path: library, api_version: '1.1.0' } }))
  return manifest
}

async function predictOn(backend: 'cpu' | 'vulkan') {
  const { client, info } = await startEngine(backend)
  const settings = { ...defaultKvSettings, threads: 2, gpuBackend: backend, contextTokens: 256 }
  let model: LoadedModel | undefined
  const load = { path: resources.embeddedModelPath, gpuLayers: backend === 'cpu' ? 0 : 'auto', chatTemplate: null } as const
  for await (const progress of follow(client, client.loadModel, load)) if (progress.type === 'loaded') model = progress.model
  const context = await client.createContext({ settings, contextTokens: 256, predictedBytes: null })
  const text = 'Once upon a time there was a little dog who liked to run in the park with a red ball. '.repeat(12)
  const task = { kind: 'quality', reference: settings, settings, text, chunkTokens: 128, maxChunks: 1 } as const
  let perplexity = Number.NaN
  for await (const progress of follow(client, client.measure, { task }))
    if (progress.type === 'done' && progress.result.kind === 'quality') perplexity = progress.result.perplexity.value
  return { info, model, context, perplexity }
}
