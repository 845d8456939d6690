import type { MemoryBandwidth } from '../core/contract/models/bandwidth'
import { readMachineFile, thisProcessor, writeMachineFile } from '../main/bandwidth/machine-file'

/** Stores a bandwidth measurement, which the app reads at its next start. */
export function storeMemoryBandwidth(folder: string, bytesPerSecond: number): void {
  const byThreads = [
    { threads: 1, bytesPerSecond: bytesPerSecond / 2 },
    { threads: 2, bytesPerSecond },
  ]
  const memory = { measuredAt: Date.now(), ...thisProcessor(), memoryBytes: 2 ** 34, arrayBytes: 2 ** 29, cacheBytes: null, byThreads }
  writeMachineFile(folder, { memory, prefill: [] })
}

export const storedMemoryBandwidth = (folder: string): MemoryBandwidth | null => readMachineFile(folder).memory
