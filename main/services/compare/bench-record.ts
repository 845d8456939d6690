/** A run under way as it is in memory, and its way to the disk: what cannot be written now is kept and tried again. */
import type { BenchCell, BenchRun } from '../../../core/contract/compare/bench-runs'
import { failureOf } from '../../../core/contract/errors/coded-error'
import type { BenchRuns } from '../../store/bench-runs'

const retryMs = 2000

export class BenchRecord {
  private readonly unwritten = new Set<number>()
  private isWritten = true
  private told = false
  private isClosed = false

  /** `onTrouble`: called once, when the disk does not take something. */
  constructor(
    private current: BenchRun,
    private readonly store: BenchRuns,
    private readonly onTrouble: () => void,
    private readonly wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ) {}

  get run(): BenchRun {
    return this.current
  }

  /** These cells are new or have changed. That one has begun is not worth a wait for the disk. */
  take(cells: readonly BenchCell[]): void {
    const results = [...this.current.results]
    for (const cell of cells) {
      results[cell.index] = cell
      this.unwritten.add(cell.index)
    }
    const inState = (state: BenchCell['state']) => results.filter((cell) => cell.state === state).length
    this.current = { ...this.current, results, cells: results.length, done: inState('done'), failed: inState('failed') }
    if (cells.some(({ state }) => state !== 'running')) this.write()
  }

  change(change: Partial<Omit<BenchRun, 'results' | 'cells' | 'done' | 'failed'>>): void {
    this.current = { ...this.current, ...change }
    this.write()
  }

  /** Resolves when all of it is on the disk, however long that takes, or it was closed. */
  async written(): Promise<void> {
    while (!this.isWritten && !this.isClosed) {
      await this.wait(retryMs)
      this.write()
    }
  }

  /** Nothing is written any more: the store is gone, or the run is. */
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
      // The same is written again with the next result.
      if (!failureOf(error)) throw error
      this.isWritten = false
      if (!this.told) this.onTrouble()
      this.told = true
    }
  }
}
