import { getLlama, getModuleVersion, type Llama, LlamaLogLevel, NoBinaryFoundError } from 'node-llama-cpp'
import { missingVcRuntime } from '../../../core/backends/loader-complaint'
import { coded } from '../../../core/contract/errors/coded-error'
import type { EngineInfo } from '../../../core/contract/models/models'
import type { GpuBackend } from '../../../core/contract/settings/kv-types'
import { messageOf } from '../../../core/text/message-of'
import type { LlamaLog } from './llama-log'

/**
 * For Apple silicon there is only a Metal build, so it is also the CPU backend, with no layers on the GPU. Source:
 * `getPrebuiltBinariesPackageDirectoryForBuildOptions` in node-llama-cpp 3.21.1, dist/bindings/utils/compileLLamaCpp.js.
 */
const cpuBuild = process.platform === 'darwin' && process.arch === 'arm64' ? 'metal' : false

/** Throws `engine-start-failed`, `vc-runtime-missing`. */
export async function loadLlama(gpuBackend: GpuBackend, log: LlamaLog): Promise<Llama> {
  const llama = await loadBuild(gpuBackend, log)
  if (llama.gpu === false || (await llama.getGpuDeviceNames()).length > 0) return llama
  // If the only driver is a software driver such as Mesa's, llama.cpp computes on the CPU but reports a GPU.
  await llama.dispose()
  if (gpuBackend === 'auto') return loadBuild('cpu', log)
  throw coded('engine-start-failed', { reason: { kind: 'no-gpu', backend: gpuBackend } })
}

async function loadBuild(gpuBackend: GpuBackend, log: LlamaLog): Promise<Llama> {
  try {
    const llama = await getLlama({
      gpu: gpuBackend === 'cpu' ? cpuBuild : gpuBackend,
      build: 'never',
      skipDownload: true,
      logLevel: LlamaLogLevel.info,
      logger: log.add,
    })
    llama.maxThreads = llama.cpuMathCores
    return llama
  } catch (error) {
    const libraries = missingVcRuntime(process.platform, process.dlopen)
    if (libraries.length > 0) throw coded('vc-runtime-missing', { libraries })
    throw coded('engine-start-failed', {
      reason:
        error instanceof NoBinaryFoundError
          ? { kind: 'no-build', backend: gpuBackend === 'auto' ? null : gpuBackend }
          : { kind: 'error', quoted: messageOf(error) },
    })
  }
}

export async function describeEngine(llama: Llama, isCpuOnly: boolean): Promise<EngineInfo> {
  const gpu = isCpuOnly ? false : llama.gpu
  return {
    engine: `node-llama-cpp ${await getModuleVersion()}`,
    release: llama.llamaCppRelease.release,
    backend: gpu === false ? 'cpu' : gpu,
    devices: gpu === false ? [] : await llama.getGpuDeviceNames(),
    vram: gpu === false ? null : await vramOf(llama),
    cores: Math.max(1, llama.cpuMathCores),
    pid: process.pid,
  }
}

async function vramOf(llama: Llama): Promise<EngineInfo['vram']> {
  const { total, free } = await llama.getVramState()
  return total > 0 ? { totalBytes: total, freeBytes: free } : null
}
