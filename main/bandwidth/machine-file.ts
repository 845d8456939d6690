/**
 * Stored in a file, because `headroom chat` and `headroom bandwidth` open no database. The data folder can be moved to another machine, so
 * measurements from a machine with another processor or another number of cores are ignored.
 */
import { readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type MemoryBandwidth, memoryBandwidth, type PrefillPeak, prefillPeak } from '../../core/contract/models/bandwidth'
import { replaceFile } from '../files/replace-file'

export const machineFileName = 'machine.json'
const mostPeaks = 50

export interface MachineMeasurements {
  readonly memory: MemoryBandwidth | null
  /** Newest first. */
  readonly prefill: readonly PrefillPeak[]
}

const nothing: MachineMeasurements = { memory: null, prefill: [] }

const machineFile = z.object({
  cpu: z.string(),
  cores: z.number(),
  memory: memoryBandwidth.nullable().catch(null),
  prefill: z.array(prefillPeak).catch([]),
})

export const thisProcessor = (): { readonly cpu: string; readonly cores: number } => ({
  cpu: os.cpus()[0]?.model.trim() ?? '',
  cores: os.cpus().length,
})

export function readMachineFile(folder: string): MachineMeasurements {
  let stored: unknown
  try {
    stored = JSON.parse(readFileSync(join(folder, machineFileName), 'utf8'))
  } catch {
    return nothing
  }
  const read = machineFile.safeParse(stored)
  const { cpu, cores } = thisProcessor()
  return read.success && read.data.cpu === cpu && read.data.cores === cores ? read.data : nothing
}

export function writeMachineFile(folder: string, { memory, prefill }: MachineMeasurements): void {
  const stored = { ...thisProcessor(), memory, prefill: prefill.slice(0, mostPeaks) }
  replaceFile(join(folder, machineFileName), JSON.stringify(stored))
}

/** undefined if the file was not measured or its length has changed. */
export const peakOf = ({ prefill }: MachineMeasurements, path: string, sizeBytes: number): PrefillPeak | undefined =>
  prefill.find(({ modelPath, modelBytes }) => modelPath === path && modelBytes === sizeBytes)

export const removeMachineFile = (folder: string): void => rmSync(join(folder, machineFileName), { force: true })

/** Keeps the highest rate per model file, backend and micro-batch. If `peak` covers every known micro-batch, it replaces their rates. */
export function withPeak({ memory, prefill }: MachineMeasurements, peak: PrefillPeak): MachineMeasurements {
  const isOther = ({ modelPath, modelBytes, backend }: PrefillPeak) =>
    modelPath !== peak.modelPath || modelBytes !== peak.modelBytes || backend !== peak.backend
  const before = prefill.find((one) => !isOther(one))
  const known = before?.byBatch ?? []
  const measured = new Map(peak.byBatch.map((one) => [one.batchTokens, one]))
  if (known.some(({ batchTokens }) => !measured.has(batchTokens)))
    for (const one of known) if ((measured.get(one.batchTokens)?.flopPerSecond ?? 0) < one.flopPerSecond) measured.set(one.batchTokens, one)
  const byBatch = [...measured.values()].sort((a, b) => a.batchTokens - b.batchTokens)
  const decodeFlopPerSecond = Math.max(before?.decodeFlopPerSecond ?? 0, peak.decodeFlopPerSecond ?? 0)
  const merged = { ...peak, byBatch, ...(decodeFlopPerSecond > 0 && { decodeFlopPerSecond }) }
  return { memory, prefill: [merged, ...prefill.filter(isOther)] }
}
