import { writeSync } from 'node:fs'
import { freemem, totalmem } from 'node:os'
import { join } from 'node:path'
import { loaderComplaint, missingVcRuntime } from '../../core/backends/loader-complaint'
import type { TrialFinding, TrialTask } from '../../core/backends/trial-process'
import type { Backend } from '../../core/contract/models/backend-kinds'
import { type Addon, loadAddon, missingLibrary } from './addon'
import { generateTokens } from './generate-tokens'

const driverLibraries: Readonly<Partial<Record<Backend, Readonly<Record<string, string>>>>> = {
  cuda: { linux: 'libcuda.so.1', win32: 'nvcuda.dll' },
  vulkan: { linux: 'libvulkan.so.1', win32: 'vulkan-1.dll' },
}

/** Tried one by one, because Windows doesn't name the missing library. */
const runtimeLibraries: Readonly<Partial<Record<Backend, Readonly<Record<string, readonly string[]>>>>> = {
  cuda: { win32: ['cublasLt64_13.dll', 'cublas64_13.dll'] },
}

/** The error level in `LlamaLogLevelToAddonLogLevel`. */
const errorLevel = 2

const noDevice: TrialFinding = { outcome: 'fails', code: 'no-device' }

export async function tryBackend({ backend, folder, fallbackFolder, modelPath }: TrialTask): Promise<TrialFinding> {
  const driverLibrary = driverLibraries[backend]?.[process.platform]
  const driverComplaint = driverLibrary && loaderComplaint(driverLibrary, process.dlopen)
  if (driverComplaint) return { outcome: 'fails', code: 'library-missing', library: missingLibrary(driverComplaint) ?? driverLibrary }
  let addon: Addon
  try {
    addon = loadAddon(folder)
  } catch (error) {
    return complaint((error as Error).message, missingVcRuntime(process.platform, process.dlopen))
  }
  // The last output of a crashing driver has no other lines of llama.cpp's log.
  addon.setLogger((level, message) => {
    if (level <= errorLevel) writeSync(2, message)
  })
  addon.loadBackends()
  if (!addon.getGpuType()) addon.loadBackends(folder)
  if (backend !== 'cpu' && !addon.getGpuType() && fallbackFolder !== null) addon.loadBackends(fallbackFolder)
  await addon.init()
  if (backend === 'cpu') return { outcome: 'works', devices: [], memory: { totalBytes: totalmem(), freeBytes: freemem() } }
  if (addon.getGpuType() !== backend) return withoutBackend(backend, [folder, ...(fallbackFolder === null ? [] : [fallbackFolder])])
  const { deviceNames } = addon.getGpuDeviceInfo()
  if (deviceNames.length === 0) return noDevice
  try {
    addon.ensureGpuDeviceIsSupported()
    await generateTokens(addon, modelPath)
  } catch (error) {
    return { outcome: 'fails', code: 'did-not-load', quoted: (error as Error).message }
  }
  const { total, used } = addon.getGpuVramInfo()
  return { outcome: 'works', devices: deviceNames, memory: { totalBytes: total, freeBytes: Math.max(0, total - used) } }
}

/** llama.cpp doesn't report why a backend doesn't load. The system's loader does. */
function withoutBackend(backend: Backend, folders: readonly string[]): TrialFinding {
  const prefix = process.platform === 'win32' ? '' : 'lib'
  const suffix = process.platform === 'win32' ? 'dll' : process.platform === 'darwin' ? 'dylib' : 'so'
  const complaints = folders.map((folder) => loaderComplaint(join(folder, `${prefix}ggml-${backend}.${suffix}`), process.dlopen))
  const [said] = complaints
  if (said === undefined || complaints.includes(undefined)) return noDevice
  return complaint(said, runtimeLibraries[backend]?.[process.platform])
}

/** `candidates` are libraries to try to load if the message names none. */
export function complaint(said: string, candidates: readonly string[] = []): TrialFinding {
  const library = missingLibrary(said) ?? candidates.find((candidate) => loaderComplaint(candidate, process.dlopen) !== undefined)
  return library ? { outcome: 'fails', code: 'library-missing', library } : { outcome: 'fails', code: 'did-not-load', quoted: said }
}
