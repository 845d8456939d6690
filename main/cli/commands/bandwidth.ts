/**
 * `headroom bandwidth` runs STREAM's triad on this machine. With a model, it also measures the rate of its prefill, and how many bytes
 * decode moves at growing depth. Stores the measurements where the app finds them.
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
import { wantedContextTokens } from '../../../core/kv/kv-settings-plan'
import { formatBandwidth, formatBytes, formatCount, formatFlopRate, formatMs, formatRate } from '../../../core/text/amounts'
import { forkTrial } from '../../backends/fork-trial'
import { type MachineMeasurements, readMachineFile, withPeak, writeMachineFile } from '../../bandwidth/machine-file'
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

/** Throws UsageError, coded failures and the reason of `signal`. */
export async function bandwidth(args: readonly string[], resources: Resources, signal: AbortSignal): Promise<void> {
  const { flags, words } = readFlags(args, flagTypes)
  const [model, ...surplus] = words
  if (surplus.length > 0) throw new UsageError('bandwidth takes one model at most: a path, or "pocket"')
  const settings = kvSettingsFrom(flags)
  const folder = dataFolderFor(text(flags, 'data'))
  const isAgain = flags.again === true
  const known = readMachineFile(folder)
  const path = model === undefined ? undefined : model === 'pocket' ? resources.embeddedModelPath : typedPath(model)
  const subject = path === undefined ? undefined : await readModel(path, settings)
  const memory = isAgain || !known.memory ? await memoryNow(resources, signal) : known.memory
  if (memory !== known.memory) keep(folder, { ...known, memory })
  if (!subject || path === undefined) return print(flags.json === true ? `${JSON.stringify({ memory })}\n` : memoryLines(memory))
  const stored = known.prefill.find(({ modelPath }) => modelPath === path)
  const peak = isAgain || !stored ? await prefillNow(path, subject, resources, signal) : stored
  if (peak !== stored) keep(folder, withPeak({ ...known, memory }, peak))
  const figures = figuresOf(subject, memory, peak)
  print(
    flags.json === true ? `${JSON.stringify({ memory, prefill: peak, ...figures })}\n` : memoryLines(memory) + modelLines(figures, peak),
  )
}

interface Subject extends ReadModel {
  readonly name: string
  readonly settings: KvSettings & { readonly contextTokens: number }
}

/** Throws the coded errors of files. */
async function readModel(path: string, settings: KvSettings): Promise<Subject> {
  const { model, shape } = await subjectOf({ id: path, name: path, path })
  const { header } = await checkModelFile(path)
  const weights = weightReadsOf(header)
  if (!weights) throw coded('no-model-loaded', {})
  return { name: model.fileName, shape, weights, settings: { ...settings, contextTokens: wantedContextTokens(settings, shape) } }
}

async function memoryNow(resources: Resources, signal: AbortSignal): Promise<MemoryBandwidth> {
  note('measuring the memory bandwidth, some seconds; other programs slow it down')
  return measureMemory(forkTrial(resources.bandwidthEntry), signal)
}

async function prefillNow(path: string, subject: Subject, { engineEntry }: Resources, signal: AbortSignal): Promise<PrefillPeak> {
  note('measuring the prefill by micro-batch')
  const { model } = await subjectOf({ id: path, name: subject.name, path })
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
        if (task.kind === 'speed' && state === 'done') note(`${testName(task.test)} in micro-batches of ${task.settings.batchTokens}`)
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
    modelBytes: model.sizeBytes,
    backend: info.backend,
    ...measured,
  }
}

/** Uses the app's file. Without it, the command still prints. */
function keep(folder: string, measurements: MachineMeasurements): void {
  try {
    writeMachineFile(folder, measurements)
  } catch (error) {
    note(`the measurement was not stored: ${(error as Error).message}`)
  }
}

function figuresOf(subject: Subject, memory: MemoryBandwidth, peak: PrefillPeak) {
  const { settings } = subject
  const { bytesPerSecond } = bestOf(memory)
  const roof = { bytesPerSecond, flopPerSecond: peakFlopPerSecond(peak) }
  const isInRam = peak.backend === 'cpu'
  return {
    model: subject.name,
    /** Weights in VRAM are read at another rate, which is not measured. */
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

function memoryLines(memory: MemoryBandwidth): string {
  const { arrayBytes, cacheBytes, byThreads } = memory
  const cache = cacheBytes === null ? '' : `, last-level cache ${formatBytes(cacheBytes)}`
  const best = bestOf(memory)
  const rows = byThreads.map((one) =>
    row(['threads', formatCount(one.threads)], [formatBandwidth(one.bytesPerSecond), one === best ? 'best' : '']),
  )
  return `memory bandwidth: STREAM triad, 24 bytes per element, arrays of ${formatBytes(arrayBytes)}${cache}\n${rows.join('')}`
}

type Figures = ReturnType<typeof figuresOf>

function modelLines({ model, weights, decode, prefillPoints, turningBatchTokens, isInRam }: Figures, peak: PrefillPeak): string {
  const total = weights.reduce((sum, { bytes }) => sum + bytes, 0)
  const types = weights.map(({ type, bytes }) => `${type} ${formatBytes(bytes)}`).join(', ')
  const steps = decode.map(({ type, tokens, cacheBytes, movedBytes, allowedItlMs: ms }) =>
    row(
      [type, `depth ${formatCount(tokens)}`],
      [`cache ${formatBytes(cacheBytes)}`, formatBytes(movedBytes), ...(ms === null ? [] : [formatMs(ms), formatRate(1000 / ms)])],
    ),
  )
  const points = prefillPoints.map(({ batchTokens, tokensPerSecond, flopPerSecond, flopPerByte }) =>
    row(
      ['micro-batch', formatCount(batchTokens)],
      [formatRate(tokensPerSecond), formatFlopRate(flopPerSecond), `${flopPerByte.toPrecision(3)} FLOP/byte`],
    ),
  )
  const turns = !isInRam
    ? 'the weights are not in RAM, whose bandwidth was measured\n'
    : turningBatchTokens === null
      ? 'prefill is bandwidth-bound at every micro-batch\n'
      : `prefill turns from bandwidth-bound to compute-bound at a micro-batch of ${formatCount(turningBatchTokens)}\n`
  return [
    `\n${model}: weights read per token ${formatBytes(total)} (${types})\n`,
    `decode: bytes per token${isInRam ? ', and the ITL that the bandwidth allows' : ''}\n`,
    ...steps,
    `prefill: the highest rates that llama.cpp reached with this model, ${peak.backend}, ${formatCount(peak.threads)} threads\n`,
    ...points,
    turns,
  ].join('')
}

const row = (names: readonly string[], figures: readonly string[]): string =>
  `  ${names.map((name) => name.padEnd(12)).join('')}${figures.map((figure) => figure.padStart(16)).join('')}`.trimEnd().concat('\n')
