/** Keeps a run in memory until the disk has its results. */
import { searchResult } from '../../../core/compare/gate/search-result'
import { isSameSettings } from '../../../core/compare/same-settings'
import type {
  CompareRun,
  CompareRunSummary,
  ExportFormat,
  MeasuredPair,
  Tuning,
  TypeSearch,
} from '../../../core/contract/compare/compare-runs'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { ExportedFile } from '../../../core/contract/wire/exported-file'
import { Emitter } from '../../../core/streams/emitter'
import { exportRuns } from '../../compare-files/export-runs'
import { importedRun } from '../../compare-files/import-rows'
import { isExportOf, runIdOf } from '../../compare-files/own-run'
import type { CompareRuns } from '../../store/compare-runs'
import type { CompareRecord } from './compare-record'

export class CompareHistory {
  private readonly unwritten = new Map<string, CompareRecord>()

  readonly changed = new Emitter()

  constructor(
    private readonly store: CompareRuns,
    private readonly fingerprintOf: (modelId: string) => Promise<string>,
  ) {}

  list(): CompareRunSummary[] {
    return this.store.list().map((summary) => {
      const record = this.unwritten.get(summary.id)
      return record ? { ...summaryOf(record.run), title: summary.title } : summary
    })
  }

  read(runId: string): CompareRun {
    return this.unwritten.get(runId)?.run ?? this.store.read(runId)
  }

  export(runIds: readonly string[], format: ExportFormat): ExportedFile {
    return exportRuns(
      runIds.map((runId) => this.read(runId)),
      format,
    )
  }

  /** Skips an export of a run that is already stored. Throws `compare-import-refused`. */
  import(name: string, text: string): { runId: string; isOwnRun: boolean } {
    const run = importedRun(name, text)
    const ownId = runIdOf(run.imported)
    const known = ownId === null ? undefined : this.find(ownId)
    if (ownId !== null && known && isExportOf(run.imported, known)) return { runId: ownId, isOwnRun: true }
    // An imported run keeps its id, unless a different run has it.
    const runId = ownId === null || known ? run.id : ownId
    this.store.add({ ...run, id: runId }, null)
    this.changed.emit()
    return { runId, isOwnRun: ownId !== null }
  }

  private find(runId: string): CompareRun | undefined {
    return this.list().some(({ id }) => id === runId) ? this.read(runId) : undefined
  }

  lastTuning(modelId: string): Tuning | null {
    return this.store.lastTuning(modelId)
  }

  /** Returns null if no search for the cheapest types has ended. Throws `model-not-found`, and file and GGUF errors. */
  async lastTypeSearch(modelId: string): Promise<TypeSearch | null> {
    const run = this.store.lastTypeSearch(modelId)
    const result = run && searchResult(run)
    return result && { ...result, isCurrent: run.model.fingerprint === (await this.fingerprintOf(modelId)) }
  }

  /** Ignores runs of another model file. Throws `model-not-found`, and file and GGUF errors. */
  async measuredPair(modelId: string, reference: KvSettings, settings: KvSettings): Promise<MeasuredPair | null> {
    const found = this.store.withPair(modelId, reference, settings)
    if (found.length === 0) return null
    const now = await this.fingerprintOf(modelId)
    const runId = found.find(({ fingerprint }) => fingerprint === now)?.id
    if (runId === undefined) return null
    const run = this.read(runId)
    const variant = run.plan?.variants.findIndex((one) => isSameSettings(one, settings)) ?? -1
    return variant > 0 ? { run, variant } : null
  }

  rename(runId: string, title: string): void {
    this.store.rename(runId, title)
    this.unwritten.get(runId)?.change({ title })
    this.changed.emit()
  }

  remove(runId: string): void {
    this.store.remove(runId)
    this.forget(runId)
    this.changed.emit()
  }

  follow(record: CompareRecord): void {
    this.unwritten.set(record.run.id, record)
  }

  settle(record: CompareRecord): void {
    void record.written().then(() => this.unwritten.delete(record.run.id))
  }

  forget(runId?: string): void {
    for (const id of runId === undefined ? [...this.unwritten.keys()] : [runId]) {
      this.unwritten.get(id)?.close()
      this.unwritten.delete(id)
    }
  }

  close(): void {
    for (const record of this.unwritten.values()) record.close()
  }
}

const summaryOf = ({ id, title, state, startedAt, endedAt, modelName, cells, done, failed, kind }: CompareRun): CompareRunSummary => ({
  id,
  title,
  state,
  startedAt,
  endedAt,
  modelName,
  cells,
  done,
  failed,
  kind,
})
