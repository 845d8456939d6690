import { peakFrom, peakPlan } from '../../../core/bandwidth/prefill-peak'
import { weightReadsOf } from '../../../core/bandwidth/weights/weight-reads'
import type { CompareRun } from '../../../core/contract/compare/compare-runs'
import { coded } from '../../../core/contract/errors/coded-error'
import type { PrefillPeak } from '../../../core/contract/models/bandwidth'
import { copy } from '../../../core/copy/copy'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { type MachineMeasurements, peakOf, readMachineFile, withPeak, writeMachineFile } from '../../bandwidth/machine-file'
import { measureMemory, type StartTriad } from '../../bandwidth/measure-memory'
import { checkModelFile } from '../../library/header/check-model-file'
import type { ModelLibrary } from '../../library/scan/model-library'
import type { AppStateHolder } from '../common/app-state'
import { logBug } from '../common/log-bug'
import type { CompareService } from '../compare/compare-service'
import type { ModelSettings } from '../models/model-settings'

export interface BandwidthParts {
  readonly folder: string
  readonly startTriad: StartTriad
  readonly library: ModelLibrary
  readonly modelSettings: Pick<ModelSettings, 'readListed'>
  readonly compare: Pick<CompareService, 'start' | 'runEnded'>
  readonly state: AppStateHolder
}

export class BandwidthService {
  private known: MachineMeasurements
  private peakRevision = 0
  private readonly ended = new AbortController()

  constructor(private readonly parts: BandwidthParts) {
    this.known = readMachineFile(parts.folder)
    this.show()
    parts.compare.runEnded.listen((run) => void this.learn(run).catch(logBug))
  }

  /** Throws `compare-busy`, `conversation-busy`, `bandwidth-failed`. */
  async measure(): Promise<void> {
    const { state, startTriad } = this.parts
    state.assertNotComparing()
    const [turn] = state.value.turns
    if (turn) throw coded('conversation-busy', { conversationId: turn.conversationId })
    if (state.value.bandwidth.isMeasuring) throw coded('bandwidth-failed', { reason: { kind: 'busy' } })
    const { conversations } = state.value.revisions
    this.show(true)
    try {
      const memory = await measureMemory(startTriad, this.ended.signal)
      const { turns, compareRunId, revisions } = state.value
      if (turns.length > 0 || compareRunId !== null || revisions.conversations !== conversations)
        throw coded('bandwidth-failed', { reason: { kind: 'disturbed' } })
      this.keep({ ...this.known, memory })
    } finally {
      this.show()
    }
  }

  /** Returns the peak of the last measured backend. Throws `model-not-found`. */
  async peakOf(modelId: string): Promise<PrefillPeak | null> {
    const { path, sizeBytes } = await this.parts.library.get(modelId)
    return peakOf(this.known, path, sizeBytes) ?? null
  }

  /** Returns the run's id. Throws the same errors as `CompareService.start`. */
  async measurePrefill(modelId: string): Promise<string> {
    const { modelSettings, compare } = this.parts
    const { kv } = await modelSettings.readListed(modelId)
    return compare.start(peakPlan(modelId, copy.bandwidth.prefill.runTitle, kv))
  }

  /** Call after the data folder's files have been deleted. */
  forget(): void {
    this.known = { memory: null, prefill: [] }
    this.peakRevision++
    this.show()
  }

  close(): void {
    this.ended.abort()
  }

  private async learn({ model, engine, results }: CompareRun): Promise<void> {
    if (!engine || !results.some(({ task, result }) => task.kind === 'speed' && result)) return
    const { path } = await this.parts.library.get(model.id)
    const { header, sizeBytes } = await checkModelFile(path)
    const weights = weightReadsOf(header)
    const measured = weights && peakFrom(results, { shape: cacheShapeOf(header), weights })
    if (!measured) return
    const peak = {
      measuredAt: Date.now(),
      modelPath: path,
      modelName: model.name,
      modelBytes: sizeBytes,
      backend: engine.backend,
      ...measured,
    }
    this.keep(withPeak(this.known, peak))
    this.peakRevision++
    this.show(this.parts.state.value.bandwidth.isMeasuring)
  }

  private keep(measurements: MachineMeasurements): void {
    this.known = measurements
    try {
      writeMachineFile(this.parts.folder, measurements)
    } catch (error) {
      console.warn('[bandwidth]', error)
    }
  }

  private show(isMeasuring = false): void {
    this.parts.state.update({ bandwidth: { memory: this.known.memory, isMeasuring, peakRevision: this.peakRevision } })
  }
}
