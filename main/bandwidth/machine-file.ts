/**
 * What was measured on this machine, in a file of the data folder: the app and the command line both use it, and the command line opens no
 * database. Figures of another machine do not count: a data folder can move.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type MemoryBandwidth, memoryBandwidth, type PrefillPeak, prefillPeak } from '../../core/contract/models/bandwidth'

export const machineFileName = 'machine.json'
/** Maximum number of model files. */
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

/** Returns no figures if the file is missing, invalid or another machine's. */
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

/** Throws the system's errors. */
export function writeMachineFile(folder: string, { memory, prefill }: MachineMeasurements): void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, machineFileName)
  writeFileSync(`${path}.unfinished`, JSON.stringify({ ...thisProcessor(), memory, prefill: prefill.slice(0, mostPeaks) }), { mode: 0o600 })
  renameSync(`${path}.unfinished`, path)
}

/** The newest peak of a model file. undefined if none was measured, or if the file has another length now. */
export const peakOf = ({ prefill }: MachineMeasurements, path: string, sizeBytes: number): PrefillPeak | undefined =>
  prefill.find(({ modelPath, modelBytes }) => modelPath === path && modelBytes === sizeBytes)

export const removeMachineFile = (folder: string): void => rmSync(join(folder, machineFileName), { force: true })

/**
 * The highest rates so far of each model file and backend, by micro-batch. A measurement of all micro-batches that are known replaces
 * them: the machine may have changed.
 */
export function withPeak({ memory, prefill }: MachineMeasurements, peak: PrefillPeak): MachineMeasurements {
  const isOther = ({ modelPath, modelBytes, backend }: PrefillPeak) =>
    modelPath !== peak.modelPath || modelBytes !== peak.modelBytes || backend !== peak.backend
  const known = prefill.find((one) => !isOther(one))?.byBatch ?? []
  const measured = new Map(peak.byBatch.map((one) => [one.batchTokens, one]))
  if (known.some(({ batchTokens }) => !measured.has(batchTokens)))
    for (const one of known) if ((measured.get(one.batchTokens)?.flopPerSecond ?? 0) < one.flopPerSecond) measured.set(one.batchTokens, one)
  const byBatch = [...measured.values()].sort((a, b) => a.batchTokens - b.batchTokens)
  return { memory, prefill: [{ ...peak, byBatch }, ...prefill.filter(isOther)] }
}
