/** Loads llama.cpp itself, with the backend that was asked for, and says what it is. */
import { getLlama, getLlamaGpuTypes, getModuleVersion, type Llama, LlamaLogLevel, NoBinaryFoundError } from 'node-llama-cpp'
import { coded } from '../../core/contract/coded-error'
import type { GpuBackend } from '../../core/contract/kv-types'
import type { EngineInfo } from '../../core/contract/models'
import type { LlamaLog } from './llama-log'

export async function loadLlama(gpuBackend: GpuBackend, log: LlamaLog): Promise<Llama> {
  try {
    const llama = await getLlama({
      gpu: gpuBackend === 'cpu' ? false : gpuBackend,
      // The application never compiles: it runs what was shipped with it.
      build: 'never',
      skipDownload: true,
      logLevel: LlamaLogLevel.info,
      logger: log.add,
    })
    // One thread too many costs a hundredfold: see ./thread-governor.ts.
    llama.maxThreads = llama.cpuMathCores
    return llama
  } catch (error) {
    const reason =
      error instanceof NoBinaryFoundError
        ? `no working ${gpuBackend === 'auto' ? '' : `${gpuBackend} `}build of llama.cpp for this machine`
        : error instanceof Error
          ? error.message
          : String(error)
    throw coded('engine-start-failed', { reason })
  }
}

export async function describeEngine(llama: Llama): Promise<EngineInfo> {
  return {
    engine: `node-llama-cpp ${await getModuleVersion()}`,
    release: llama.llamaCppRelease.release,
    backend: llama.gpu === false ? 'cpu' : llama.gpu,
    devices: llama.gpu === false ? [] : await llama.getGpuDeviceNames(),
    backends: await usableBackends(),
    vram: llama.gpu === false ? null : await vramOf(llama),
    cores: Math.max(1, llama.cpuMathCores),
    pid: process.pid,
  }
}

async function vramOf(llama: Llama): Promise<EngineInfo['vram']> {
  const { total, free } = await llama.getVramState()
  return total > 0 ? { totalBytes: total, freeBytes: free } : null
}

/** What is missing here would be refused when an engine is started with it. */
async function usableBackends(): Promise<EngineInfo['backends']> {
  const types = await getLlamaGpuTypes('supported')
  return ['cpu', ...types.filter((type) => type !== false)]
}
