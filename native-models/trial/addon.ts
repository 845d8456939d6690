/**
 * Loads the binding directly, because `getLlama` tries it in a child process and doesn't report how that process died.
 * Source: node-llama-cpp 3.21.1, dist/bindings/AddonTypes.d.ts; call order as in dist/bindings/utils/testBindingBinary.js.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface Addon {
  setLogger(logger: (level: number, message: string) => void): void
  loadBackends(folder?: string): void
  /** undefined if no backend is loaded, false for the CPU only. */
  getGpuType(): 'cuda' | 'vulkan' | 'metal' | false | undefined
  init(): Promise<void>
  getGpuDeviceInfo(): { deviceNames: string[] }
  getGpuVramInfo(): { total: number; used: number }
  ensureGpuDeviceIsSupported(): void
}

/** Throws the system loader's error. */
export const loadAddon = (folder: string): Addon => createRequire(import.meta.url)(join(folder, 'llama-addon.node')) as Addon

export function missingLibrary(complaint: string): string | undefined {
  // The message of Windows (ERROR_MOD_NOT_FOUND) doesn't name the file.
  return /^(\S+?): cannot open shared object file/.exec(complaint)?.[1]
}
