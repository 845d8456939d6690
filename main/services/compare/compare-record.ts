import type { CompareCell, ComparePlan, CompareRun } from '../../../core/contract/compare/compare-runs'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { Emitter } from '../../../core/streams/emitter'
import type { CompareRuns } from '../../store/compare-runs'
import type { CompareEngine } from './compare-engine'

const retryMs = 2000

export class CompareRecord {
  readonly writeFailed = new Emitter()
  private readonly unwritten = new Set<number>()
  private isWritten = true
  private isReported = false
  private isClosed = false

  constructor(
    private current: CompareRun,
    private readonly store: CompareRuns,
    private readonly wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ) {}

  get run(): CompareRun {
    return this.current
  }

  take(cells: readonly CompareCell[]): void {
    const results = [...this.current.results]
    for (const cell of cells) {
      results[cell.index] = cell
      this.unwritten.add(cell.index)
    }
    const inState = (state: CompareCell['state']) => results.filter((cell) => cell.state === state).length
    this.current = { ...this.current, results, cells: results.length, done: inState('done'), failed: inState('failed') }
    if (cells.some(({ state }) => state !== 'running')) this.write()
  }

  change(change: Partial<Omit<CompareRun, 'results' | 'cells' | 'done' | 'failed'>>): void {
    this.current = { ...this.current, ...change }
    this.write()
  }

  changeVariants(variants: ComparePlan['variants']): void {
    const { plan } = this.current
    if (plan) this.change({ plan: { ...plan, variants: [...variants] } })
  }

  /** Keeps what the engine reports about itself, the machine and the model. */
  describe({ started, loaded }: Pick<CompareEngine, 'started' | 'loaded'>): void {
    started.listen((info) => this.change({ engine: info, machine: { ...this.current.machine, gpus: info.devices } }))
    loaded.listen(({ description, parameters, vocabularyTokens }) =>
      this.change({ model: { ...this.current.model, description, parameters, vocabularyTokens } }),
    )
  }

  /** Resolves when the disk has every result, or the record is closed. */
  async written(): Promise<void> {
    while (!this.isWritten && !this.isClosed) {
      await this.wait(retryMs)
      this.write()
    }
  }

  close(): void {
    this.isClosed = true
  }

  private write(): void {
    if (this.isClosed) return
    try {
      this.store.save(
        this.current,
        this.current.results.filter(({ index }) => this.unwritten.has(index)),
      )
      this.unwritten.clear()
      this.isWritten = true
    } catch (error) {
      if (!failureOf(error)) throw error
      this.isWritten = false
      if (!this.isReported) this.writeFailed.emit()
      this.isReported = true
    }
  }
}
