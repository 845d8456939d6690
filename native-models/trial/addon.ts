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
  readonly AddonModel: new (path: string, options: { addonExports: Addon; gpuLayers: number }) => AddonModel
  readonly AddonContext: new (model: AddonModel, options: ContextOptions) => AddonContext
  readonly AddonSampler: new (model: AddonModel) => AddonSampler
}

export interface AddonModel {
  init(): Promise<boolean>
  tokenBos(): number
}

interface ContextOptions {
  readonly contextSize: number
  readonly batchSize: number
  readonly sequences: number
  readonly flashAttention: 'auto'
  readonly threads: number
}

interface AddonContext {
  init(): Promise<boolean>
  initBatch(tokens: number): void
  /** Returns the positions of the logits in the batch. */
  addToBatch(sequence: number, firstPosition: number, tokens: Uint32Array, withLogits: Uint32Array): Uint32Array
  decodeBatch(): Promise<void>
  sampleToken(logits: number, sampler: AddonSampler): Promise<number>
}

interface AddonSampler {
  applyConfig(config: { temperature: number }): void
}

/** Throws the system loader's error. */
export const loadAddon = (folder: string): Addon => createRequire(import.meta.url)(join(folder, 'llama-addon.node')) as Addon

export function missingLibrary(complaint: string): string | undefined {
  // The message of Windows (ERROR_MOD_NOT_FOUND) doesn't name the file.
  return /^(\S+?): cannot open shared object file/.exec(complaint)?.[1]
}
