/**
 * The few functions of node-llama-cpp's binding that tell whether a backend works.
 *
 * Why not `getLlama`: it tries the binding in a child of its own and keeps quiet about how that child died, which is what a
 * person with a broken driver has to know. Here nothing but this process is at stake.
 * Source: node-llama-cpp 3.21.1, dist/bindings/AddonTypes.d.ts; the order of calls is that of dist/bindings/utils/testBindingBinary.js.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface Addon {
  setLogger(logger: (level: number, message: string) => void): void
  /** Loads the backends beside the system's search path, or those in a folder. */
  loadBackends(folder?: string): void
  /** undefined: no backend has been loaded; false: the CPU alone. */
  getGpuType(): 'cuda' | 'vulkan' | 'metal' | false | undefined
  init(): Promise<void>
  getGpuDeviceInfo(): { deviceNames: string[] }
  /** Bytes of all devices together. */
  getGpuVramInfo(): { total: number; used: number }
  /** Throws where llama.cpp does not support the device. */
  ensureGpuDeviceIsSupported(): void
}

/** Throws what the system's loader says. */
export const loadAddon = (folder: string): Addon => createRequire(import.meta.url)(join(folder, 'llama-addon.node')) as Addon

/** The file that a loader's message misses, or undefined where it complains of something else. */
export function missingLibrary(complaint: string): string | undefined {
  // glibc names the file. Windows (ERROR_MOD_NOT_FOUND) does not: it is the one that was asked for.
  return /^(\S+?): cannot open shared object file/.exec(complaint)?.[1]
}
