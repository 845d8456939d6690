/**
 * A failed cell or a dead engine does not end the run. If the engine cannot start or load the weights, all remaining cells with the same
 * backend and the same layers on the GPU fail. If a server cannot be reached, all its remaining cells fail without another request.
 */
import { type CompareJob, jobsOf, placeOf } from '../../../core/compare/job-order'
import { jobWeight } from '../../../core/compare/job-weight'
import { mergeResult } from '../../../core/compare/merge-result'
import { ProgressMeter, type RunProgress } from '../../../core/compare/run-progress'
import type { CompareCell } from '../../../core/contract/compare/compare-runs'
import type { CompareResult, CompareTask, LocalTask } from '../../../core/contract/compare/compare-tasks'
import { failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import { Emitter } from '../../../core/streams/emitter'
import { type CompareEngine, concernsAllTasks } from './compare-engine'

export interface RunnerProgress extends RunProgress {
  readonly current: number
}

export type RunnerEnd = 'done' | 'paused' | 'cancelled'

export class CompareRunner {
  readonly cellsChanged = new Emitter<readonly CompareCell[]>()
  readonly progressed = new Emitter<RunnerProgress>()
  private readonly cells: CompareCell[]
  private readonly threads = new Map<string, number>()
  private isPausing = false

  constructor(
    cells: readonly CompareCell[],
    private readonly text: string,
    private readonly engine: Pick<CompareEngine, 'measure'>,
  ) {
    this.cells = [...cells]
    for (const { task, result } of cells) if (result) this.settleThreads(task, result)
  }

  pause(): void {
    this.isPausing = true
  }

  /** Stores coded failures in their cells, and throws bugs. */
  async run(signal: AbortSignal): Promise<RunnerEnd> {
    this.isPausing = false
    const jobs = jobsOf(this.cells)
    const meter = new ProgressMeter(jobs.map(({ cell }) => ({ cell, weight: jobWeight(this.cellAt(cell).task, this.text.length) })))
    for (const job of jobs) {
      if (signal.aborted) return 'cancelled'
      if (this.isPausing) return 'paused'
      const begunMs = performance.now()
      const tell = (share: number) => this.progressed.emit({ ...meter.at(share), current: job.cell })
      meter.begin((cell) => this.isOpen(cell))
      tell(0)
      const isMeasured = await this.runJob(job, signal, tell)
      meter.end(isMeasured ? performance.now() - begunMs : null)
    }
    return signal.aborted ? 'cancelled' : 'done'
  }

  private async runJob({ cell: index }: CompareJob, signal: AbortSignal, onShare: (share: number) => void): Promise<boolean> {
    const cell = this.cellAt(index)
    if (!this.isOpen(index)) return false
    this.change([{ ...cell, state: 'running' }])
    try {
      const result = await this.engine.measure(this.taskOf(cell), signal, onShare)
      this.settleThreads(cell.task, result)
      this.took(cell, result)
      return true
    } catch (error) {
      const failure = failureOf(error)
      if (signal.aborted) this.change([{ ...cell, state: 'cancelled' }])
      else if (failure) this.failed(cell, failure)
      else throw error
      return false
    }
  }

  private took(cell: CompareCell, measured: CompareResult): void {
    const result = mergeResult(cell.result, measured)
    const isWhole = cell.task.kind !== 'speed' || (result.kind === 'speed' && result.samplesNs.length >= cell.task.repetitions)
    const predictedBytes = result.context?.predictedBytes ?? cell.predictedBytes
    const measuredCell: CompareCell = { ...cell, result, predictedBytes }
    if ('endedBy' in result && result.endedBy) this.failed(measuredCell, result.endedBy)
    else this.change([{ ...measuredCell, state: isWhole ? 'done' : 'waiting' }])
  }

  private failed(cell: CompareCell, failure: Failure): void {
    const place = placeOf(cell.task)
    const isConcerned = (other: CompareCell) => this.isOpen(other.index) && placeOf(other.task) === place
    const others = concernsAllTasks(failure) ? this.cells.filter((other) => other.index !== cell.index && isConcerned(other)) : []
    this.change([cell, ...others].map((concerned) => ({ ...concerned, state: 'failed', failure })))
  }

  private taskOf({ task }: CompareCell): CompareTask {
    if (task.kind === 'server') return task
    const threads = task.settings.threads === 'auto' ? this.threads.get(threadsKey(task)) : undefined
    const settings = threads === undefined ? task.settings : { ...task.settings, threads }
    if (task.kind === 'speed') return { ...task, settings, repetitions: 1 }
    if (task.kind !== 'quality') return { ...task, settings }
    const reference = threads === undefined ? task.reference : { ...task.reference, threads }
    return { ...task, settings, reference, text: this.text }
  }

  private settleThreads(task: CompareTask, { threads }: CompareResult): void {
    if (task.kind === 'server' || threads === null) return
    const key = threadsKey(task)
    if (task.settings.threads === 'auto' && threads > 0 && !this.threads.has(key)) this.threads.set(key, threads)
  }

  private change(cells: readonly CompareCell[]): void {
    for (const cell of cells) this.cells[cell.index] = cell
    this.cellsChanged.emit(cells)
  }

  private isOpen(index: number): boolean {
    const { state } = this.cellAt(index)
    return state !== 'done' && state !== 'failed'
  }

  private cellAt(index: number): CompareCell {
    const cell = this.cells[index]
    if (!cell) throw new Error(`Expected a cell with the index ${index}, got ${this.cells.length} cells`)
    return cell
  }
}

function threadsKey(task: LocalTask): string {
  const kind = task.kind === 'speed' && task.test.generated > 0 ? 'generation' : task.kind
  return `${placeOf(task)}/${kind}`
}
