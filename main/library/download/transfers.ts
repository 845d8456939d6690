/** Transfers do not resume by themselves after a restart, because Headroom uses the network only on request. */
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { performance } from 'node:perf_hooks'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import type { DownloadPause } from '../../../core/contract/errors/server-reasons'
import type { Transfer } from '../../../core/contract/models/library'
import { Emitter } from '../../../core/streams/emitter'
import { lockFile } from '../../store/sqlite/file-lock'
import { onDisk } from '../files/file-failures'
import type { Network } from '../network/network'
import { discardParts, runTransfer, storedBytes } from './run-transfer'
import { SpeedMeter } from './speed-meter'
import { pathOf, type TransferStore, type TransferWork } from './transfer-work'

const runAtOnce = 2

export interface TransferOptions {
  readonly network: Network
  /** Returns the model's id. Throws file and GGUF errors. */
  readonly onArrived: (work: TransferWork) => Promise<string>
  readonly retryDelaysMs?: readonly number[]
}

interface Job {
  readonly work: TransferWork
  readonly meter: SpeedMeter
  status: Transfer['status']
  doneBytes: number
  pause: DownloadPause | null
  failure: Failure | null
  modelId: string | null
  running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined
}

export class Transfers {
  readonly changed = new Emitter()
  private readonly jobs = new Map<string, Job>()

  constructor(
    private readonly store: TransferStore,
    private readonly options: TransferOptions,
  ) {
    for (const work of store.list()) {
      const job = this.newJob(work, 'paused')
      void storedBytes(work).then((bytes) => this.change(job, { doneBytes: Math.max(job.doneBytes, bytes) }))
    }
  }

  list(): Transfer[] {
    return [...this.jobs.values()].map(describe)
  }

  add(work: TransferWork): string {
    const same = [...this.jobs.values()].find((job) => job.status !== 'done' && pathOf(job.work) === pathOf(work))
    if (same) {
      this.resume(same.work.id)
      return same.work.id
    }
    for (const [id, job] of this.jobs) if (pathOf(job.work) === pathOf(work)) this.jobs.delete(id)
    this.store.write(work)
    this.newJob(work, 'waiting')
    this.startNext()
    return work.id
  }

  /** Throws `transfer-not-found`. */
  pause(id: string): void {
    const job = this.job(id)
    if (job.status === 'waiting') this.change(job, { status: 'paused' })
    job.running?.stop.abort()
  }

  /** Throws `transfer-not-found`. */
  resume(id: string): void {
    const job = this.job(id)
    if (job.status !== 'paused' && job.status !== 'failed') return
    this.change(job, { status: 'waiting', failure: null, pause: null })
    this.startNext()
  }

  /** Unless the transfer is done, deletes its files (see `discardParts`). Throws `transfer-not-found`. */
  async cancel(id: string): Promise<void> {
    const job = this.job(id)
    job.running?.stop.abort()
    await job.running?.ended
    if (job.status !== 'done') await this.discard(job)
    this.store.remove(id)
    this.jobs.delete(id)
    this.changed.emit()
  }

  async close(): Promise<void> {
    const running = [...this.jobs.values()].map((job) => job.running)
    for (const job of this.jobs.values()) if (job.status === 'waiting') job.status = 'paused'
    for (const one of running) one?.stop.abort()
    await Promise.all(running.map((one) => one?.ended))
  }

  private job(id: string): Job {
    const job = this.jobs.get(id)
    if (!job) throw coded('transfer-not-found', { transferId: id })
    return job
  }

  private newJob(work: TransferWork, status: Transfer['status']): Job {
    const job: Job = { work, meter: new SpeedMeter(), status, doneBytes: 0, pause: null, failure: null, modelId: null, running: undefined }
    this.jobs.set(work.id, job)
    this.changed.emit()
    return job
  }

  private change(job: Job, change: Partial<Omit<Job, 'work' | 'meter'>>): void {
    Object.assign(job, change)
    this.changed.emit()
  }

  private startNext(): void {
    const jobs = [...this.jobs.values()]
    const next = jobs.find(({ status }) => status === 'waiting')
    if (!next || jobs.filter(({ running }) => running).length >= runAtOnce) return
    const stop = new AbortController()
    const ended = this.run(next, stop.signal).finally(() => {
      next.running = undefined
      this.changed.emit()
      this.startNext()
    })
    next.running = { stop, ended }
    this.startNext()
  }

  /** Never rejects. */
  private async run(job: Job, signal: AbortSignal): Promise<void> {
    this.change(job, { status: 'running' })
    const ending = await this.endingOf(job, signal)
    job.meter.reset()
    this.change(job, { pause: null, ...ending })
  }

  private async endingOf(job: Job, signal: AbortSignal): Promise<Pick<Job, 'status'> & Partial<Pick<Job, 'failure' | 'modelId'>>> {
    try {
      await this.locked(job.work, () => this.runWork(job, signal))
      const modelId = await this.arrive(job)
      this.store.remove(job.work.id)
      return { status: 'done', modelId }
    } catch (error) {
      return signal.aborted ? { status: 'paused' } : { status: 'failed', failure: asFailure(error, job.work) }
    }
  }

  /** Deletes a download without a published hash if it is not a model: as a complete file, it would not be downloaded again. */
  private async arrive(job: Job): Promise<string> {
    const { work } = job
    try {
      return await this.options.onArrived(work)
    } catch (error) {
      const isUnhashed = work.kind === 'download' && work.parts.some(({ sha256 }) => sha256 === null)
      if (isUnhashed && isNoModel(failureOf(error))) {
        await this.discard(job)
        this.store.write(work)
        this.change(job, { doneBytes: await storedBytes(work) })
      }
      throw error
    }
  }

  private async discard({ work }: Job): Promise<void> {
    const path = lockOf(work)
    const lock = existsSync(path) ? lockFile(path) : { release: () => {} }
    if (!lock) return
    try {
      await discardParts(work)
    } finally {
      lock.release()
      await rm(path, { force: true })
    }
  }

  private async locked(work: TransferWork, run: () => Promise<void>): Promise<void> {
    const path = lockOf(work)
    await onDisk(path, () => mkdir(dirname(path), { recursive: true }))
    const lock = lockFile(path)
    if (!lock) throw coded('download-in-use', { path: pathOf(work) })
    try {
      await run()
    } finally {
      lock.release()
      await rm(path, { force: true })
    }
  }

  private runWork(job: Job, signal: AbortSignal): Promise<void> {
    const { network, retryDelaysMs } = this.options
    return runTransfer(job.work, {
      network,
      signal,
      retryDelaysMs,
      onBytes: (bytes) => {
        job.meter.note(bytes, performance.now())
        this.change(job, { doneBytes: bytes })
      },
      onPause: (pause) => this.change(job, { pause }),
      onVerifying: (isVerifying) => this.change(job, { status: isVerifying ? 'verifying' : 'running' }),
      onLearnt: () => this.store.write(job.work),
    })
  }
}

const lockOf = (work: TransferWork): string => `${pathOf(work)}.lock`

const isNoModel = (failure: Failure | undefined): boolean =>
  failure !== undefined && (failure.code.startsWith('gguf-') || failure.code === 'split-inconsistent')

function describe({ work, meter, status, doneBytes, pause, failure, modelId }: Job): Transfer {
  const totalBytes = work.parts.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0)
  const bytesPerSecond = status === 'running' && pause === null ? meter.bytesPerSecond(performance.now()) : null
  return {
    id: work.id,
    kind: work.kind,
    name: work.name,
    source: work.source,
    path: pathOf(work),
    parts: work.parts.length,
    status,
    doneBytes,
    totalBytes,
    bytesPerSecond,
    secondsLeft: bytesPerSecond ? Math.max(0, totalBytes - doneBytes) / bytesPerSecond : null,
    pause,
    failure,
    modelId,
    verifiedBy: work.parts.every(({ sha256 }) => sha256 !== null) ? 'sha256' : null,
  }
}

function asFailure(error: unknown, work: TransferWork): Failure {
  const failure = failureOf(error)
  if (failure) return failure
  console.error('[transfer]', error)
  return {
    code: 'file-unreadable',
    facts: { path: pathOf(work), reason: { kind: 'system', quoted: error instanceof Error ? error.message : String(error) } },
  }
}
