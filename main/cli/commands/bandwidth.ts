/**
 * Prints the memory bandwidth and, for a model, its prefill rate and the bytes that decode moves at each depth. Measures only what is not
 * stored yet, or everything with `--again`.
 */

import { allowedItlMs, intensityOf, ridgeOf, turningBatch } from '../../../core/bandwidth/bound'
import { decodeGrid, gridDepths } from '../../../core/bandwidth/decode-grid'
import { peakFlopPerSecond, peakFrom, peakPlan, promptCost } from '../../../core/bandwidth/prefill-peak'
import type { ReadModel } from '../../../core/bandwidth/token-reads'
import { bestOf } from '../../../core/bandwidth/triad-process'
import { weightReadsOf } from '../../../core/bandwidth/weights/weight-reads'
import { testName } from '../../../core/compare/test-name'
import type { CompareCell } from '../../../core/contract/compare/compare-runs'
import { CodedError, coded } from '../../../core/contract/errors/coded-error'
import type { MemoryBandwidth, PrefillPeak } from '../../../core/contract/models/bandwidth'
import type { EngineInfo } from '../../../core/contract/models/models'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { type BandwidthFigures, bandwidthNotes, bandwidthTable } from '../../../core/copy/command-line'
import { wantedContextTokens } from '../../../core/kv/kv-settings-plan'
import { forkTrial } from '../../backends/fork-trial'
import { type MachineMeasurements, peakOf, readMachineFile, withPeak, writeMachineFile } from '../../bandwidth/machine-file'
import { measureMemory } from '../../bandwidth/measure-memory'
import { typedPath } from '../../library/files/typed-path'
import { checkModelFile } from '../../library/header/check-model-file'
import { dataFolderFor, type Resources } from '../../paths'
import { CompareEngine } from '../../services/compare/compare-engine'
import { plannedCells, subjectOf } from '../../services/compare/compare-plan'
import { CompareRunner } from '../../services/compare/compare-runner'
import { forkEngine } from '../../supervisor/fork-engine'
import { kvFlags, kvSettingsFrom, readFlags, text, UsageError } from '../input/flags'
import { note, print } from '../input/terminal'

export const bandwidthUsage = `bandwidth [MODEL] [--again] [--json] [--data FOLDER]
    [--ctx N] [--swa-full] [--no-flash-attn] [--threads N] [--gpu BACKEND] [--gpu-layers N]
    memory bandwidth of this machine; with MODEL, what its decode reads per token, and its prefill. Measured once and stored; --again measures again`

const flagTypes = { ...kvFlags, again: 'boolean', json: 'boolean', data: 'string' } as const

/** Throws UsageError, coded failures, and the signal's reason. */
export async function bandwidth(args: readonly string[], resources: Resources, signal: AbortSignal): Promise<void> {
  const { flags, words } = readFlags(args, flagTypes)
  const [model, ...surplus] = words
  if (surplus.length > 0) throw new UsageError(bandwidthNotes.oneModel)
  const settings = kvSettingsFrom(flags)
  const folder = dataFolderFor(text(flags, 'data'))
  const isAgain = flags.again === true
  const known = readMachineFile(folder)
  const path = model === undefined ? undefined : model === 'pocket' ? resources.embeddedModelPath : typedPath(model)
  const subject = path === undefined ? undefined : await readModel(path, settings)
  const memory = isAgain || !known.memory ? await memoryNow(resources, signal) : known.memory
  if (memory !== known.memory) keep(folder, { ...known, memory })
  if (!subject || path === undefined) return print(flags.json === true ? `${JSON.stringify({ memory })}\n` : bandwidthTable.memory(memory))
  const stored = peakOf(known, path, subject.sizeBytes)
  const peak = isAgain || !stored ? await prefillNow(path, subject, resources, signal) : stored
  if (peak !== stored) keep(folder, withPeak({ ...known, memory }, peak))
  const figures = figuresOf(subject, memory, peak)
  print(
    flags.json === true
      ? `${JSON.stringify({ memory, prefill: peak, ...figures })}\n`
      : bandwidthTable.memory(memory) + bandwidthTable.model(figures, peak),
  )
}

interface Subject extends ReadModel {
  readonly name: string
  readonly sizeBytes: number
  readonly settings: KvSettings & { readonly contextTokens: number }
}

/** Throws file and GGUF errors, and UsageError if the file has no tensors. */
async function readModel(path: string, settings: KvSettings): Promise<Subject> {
  const { model, shape } = await subjectOf({ id: path, name: path, path })
  const { header, sizeBytes } = await checkModelFile(path)
  const weights = weightReadsOf(header)
  if (!weights) throw new UsageError(bandwidthNotes.noTensors(model.fileName))
  return {
    name: model.fileName,
    sizeBytes,
    shape,
    weights,
    settings: { ...settings, contextTokens: wantedContextTokens(settings, shape) },
  }
}

async function memoryNow(resources: Resources, signal: AbortSignal): Promise<MemoryBandwidth> {
  note(bandwidthNotes.memory)
  return measureMemory(forkTrial(resources.bandwidthEntry), signal)
}

async function prefillNow(path: string, subject: Subject, { engineEntry }: Resources, signal: AbortSignal): Promise<PrefillPeak> {
  note(bandwidthNotes.prefill)
  let cells: readonly CompareCell[] = plannedCells(peakPlan(path, '', subject.settings), subject.shape)
  let info: EngineInfo | undefined
  const engine = new CompareEngine(forkEngine(engineEntry), path)
  engine.started.listen((started) => {
    info = started
  })
  try {
    const runner = new CompareRunner(cells, '', engine)
    runner.cellsChanged.listen((changed) => {
      cells = cells.map((cell) => changed.find(({ index }) => index === cell.index) ?? cell)
      for (const { task, state } of changed)
        if (task.kind === 'speed' && state === 'done') note(bandwidthNotes.batch(testName(task.test), task.settings.batchTokens))
    })
    await runner.run(signal)
  } finally {
    engine.close()
  }
  signal.throwIfAborted()
  const measured = peakFrom(cells, subject)
  const failure = cells.find((cell) => cell.failure)?.failure
  if (!measured || !info) throw failure ? new CodedError(failure) : coded('compare-task-failed', { reason: { kind: 'no-result' } })
  return {
    measuredAt: Date.now(),
    modelPath: path,
    modelName: subject.name,
    modelBytes: subject.sizeBytes,
    backend: info.backend,
    ...measured,
  }
}

function keep(folder: string, measurements: MachineMeasurements): void {
  try {
    writeMachineFile(folder, measurements)
  } catch (error) {
    note(bandwidthNotes.notStored((error as Error).message))
  }
}

function figuresOf(subject: Subject, memory: MemoryBandwidth, peak: PrefillPeak): BandwidthFigures {
  const { settings } = subject
  const { bytesPerSecond } = bestOf(memory)
  const roof = { bytesPerSecond, flopPerSecond: peakFlopPerSecond(peak) }
  const isInRam = peak.backend === 'cpu'
  return {
    model: subject.name,
    isInRam,
    weights: subject.weights.byType,
    decode: decodeGrid(subject, settings, gridDepths(settings.contextTokens)).map((step) => ({
      ...step,
      allowedItlMs: isInRam ? allowedItlMs(step.movedBytes, bytesPerSecond) : null,
    })),
    prefillPoints: peak.byBatch.map((point) => ({
      ...point,
      flopPerByte: intensityOf(promptCost(subject, settings, point.batchTokens)),
    })),
    ridgeFlopPerByte: isInRam ? ridgeOf(roof) : null,
    turningBatchTokens: isInRam ? turningBatch(subject, settings, roof) : null,
  }
}
