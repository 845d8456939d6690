/**
 * Runs one job at a time, and none during a benchmark. An experiment's process ends with it. A recording's process ends when its window
 * closes or another recording starts.
 */
import { coded } from '../../../core/contract/errors/coded-error'
import type {
  AttentionPattern,
  BudgetsFound,
  ExperimentNews,
  ExperimentRequest,
  LabWork,
  RecordedHead,
  RecordedLook,
  RecordingNews,
  RecordingRequest,
} from '../../../core/contract/lab/lab'
import { Latest } from '../../../core/streams/changes'
import { type BudgetSearch, budgetSearchOf, fingerprintOf, keepBudgetSearch } from '../../lab/budget-searches'
import { LabProcess, type StartLab } from '../../lab/lab-process'
import type { ModelLibrary } from '../../library/scan/model-library'
import type { AppStateHolder } from '../common/app-state'

class Closed {
  constructor(readonly because: 'replaced' | 'benchmark' | 'left') {}
}

interface Job {
  readonly experiment: string | null
  readonly lab: LabProcess
}

type Failed = { readonly type: 'failed'; readonly error: unknown }
const beginning = { type: 'progress', share: 0, work: { kind: 'starting' } } as const

export class LabService {
  private computing: Job | undefined
  private kept: Job | undefined
  private readonly closing = new AbortController()

  constructor(
    private readonly library: Pick<ModelLibrary, 'get'>,
    private readonly embeddedModelPath: string,
    private readonly state: AppStateHolder,
    private readonly startLab: StartLab,
    private readonly dataFolder: string,
  ) {
    void this.makeRoomForBenchmarks()
  }

  /** Yields progress, then the result. Closing the stream ends the experiment. Throws `lab-busy`, `compare-busy`, `model-not-found`. */
  experiment({ name, seed, modelId }: ExperimentRequest, everyMs: number, signal: AbortSignal | undefined) {
    const news = new Latest<ExperimentNews | Failed>(beginning)
    const work = async () => {
      const modelPath = await this.pathOf(modelId)
      const fingerprint = name === 'smallest-budget' ? await fingerprintOf(modelPath) : null
      const job = this.begin(name, signal)
      const onProgress = (share: number, work: LabWork) => news.set({ type: 'progress', share, work })
      const question = { experiment: name, modelPath, seed, choices: {} }
      const result = await this.orEnd(job, job.lab.ask('experiment', question, onProgress))
      if (fingerprint !== null) this.keep({ modelPath, fingerprint, at: Date.now(), gate: null, result })
      this.end(job, new Closed('left'))
      news.set({ type: 'done', result })
    }
    work().catch((error: unknown) => news.set({ type: 'failed', error }))
    return following(news, everyMs, signal, ({ type }) => type === 'done')
  }

  /** Returns null if no search is stored. Throws `model-not-found`. */
  async smallestBudgets(modelId: string | null, seed: number): Promise<BudgetsFound | null> {
    const modelPath = await this.pathOf(modelId)
    const found = budgetSearchOf(this.dataFolder, { modelPath, seed, gate: null })
    if (!found) return null
    const { at, fingerprint, result } = found
    return { at, isCurrent: fingerprint === (await fingerprintOf(modelPath).catch(() => null)), result }
  }

  private keep(search: BudgetSearch): void {
    try {
      keepBudgetSearch(this.dataFolder, search)
    } catch (error) {
      console.warn('[lab]', error)
    }
  }

  /** Yields progress, the recording, then its end. Throws the same errors as `experiment`. */
  record({ modelId, ...request }: RecordingRequest, everyMs: number, signal: AbortSignal | undefined) {
    const news = new Latest<RecordingNews | Failed>(beginning)
    const work = async () => {
      const modelPath = await this.pathOf(modelId)
      const job = this.begin(null, signal)
      if (this.kept) this.end(this.kept, new Closed('replaced'))
      const onProgress = (share: number, work: LabWork) => news.set({ type: 'progress', share, work })
      const recording = await this.orEnd(job, job.lab.ask('record', { ...request, modelPath }, onProgress))
      if (this.computing === job) this.kept = job
      this.computing = undefined
      news.set({ type: 'done', recording })
      job.lab.onEnd((reason) => {
        const because = reason instanceof Closed && reason.because !== 'left' ? reason.because : 'ended'
        news.set({ type: 'closed', because })
      })
    }
    work().catch((error: unknown) => news.set({ type: 'failed', error }))
    return following(news, everyMs, signal, ({ type }) => type === 'closed')
  }

  /** Throws `lab-recording-gone`. */
  attention(head: RecordedHead): Promise<AttentionPattern> {
    return this.askRecording((lab) => lab.ask('attention', head))
  }

  /** Throws `lab-recording-gone`. */
  look(asked: RecordedHead & { step: number }): Promise<RecordedLook> {
    return this.askRecording((lab) => lab.ask('look', asked))
  }

  close(): void {
    this.closing.abort()
    for (const job of this.jobs()) this.end(job, new Closed('left'))
  }

  private jobs(): Job[] {
    return [this.computing, this.kept].filter((job) => job !== undefined)
  }

  private async askRecording<Answer>(ask: (lab: LabProcess) => Promise<Answer>): Promise<Answer> {
    if (!this.kept) throw coded('lab-recording-gone', {})
    try {
      return await ask(this.kept.lab)
    } catch (error) {
      throw error instanceof Closed ? coded('lab-recording-gone', {}) : error
    }
  }

  private async pathOf(modelId: string | null): Promise<string> {
    return modelId === null ? this.embeddedModelPath : (await this.library.get(modelId)).path
  }

  private begin(experiment: string | null, signal: AbortSignal | undefined): Job {
    this.state.assertNotComparing()
    if (this.computing) throw coded('lab-busy', { experiment: this.computing.experiment })
    signal?.throwIfAborted()
    const job: Job = { experiment, lab: new LabProcess(this.startLab) }
    this.computing = job
    job.lab.onEnd(() => {
      if (this.computing === job) this.computing = undefined
      if (this.kept === job) this.kept = undefined
    })
    signal?.addEventListener('abort', () => this.end(job, new Closed('left')), { once: true })
    return job
  }

  private async orEnd<T>(job: Job, answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      this.end(job, new Closed('left'))
      throw error
    }
  }

  private end({ lab }: Job, reason: unknown): void {
    lab.end(reason)
  }

  private async makeRoomForBenchmarks(): Promise<void> {
    const { signal } = this.closing
    const next = this.state.reader(0, signal)
    while (!signal.aborted) {
      const { compareRunId } = await next()
      if (compareRunId === null) continue
      if (this.computing) this.end(this.computing, coded('compare-busy', { runId: compareRunId }))
      if (this.kept) this.end(this.kept, new Closed('benchmark'))
    }
  }
}

/** For `CreditLedgers.pace`: yields the newest item, and always the last. */
function following<News>(news: Latest<News | Failed>, everyMs: number, signal: AbortSignal | undefined, isLast: (item: News) => boolean) {
  const next = news.reader(everyMs, signal)
  let isOver = false
  return async (): Promise<News | undefined> => {
    if (isOver) return undefined
    const item = await next()
    if (isFailed(item)) throw item.error
    isOver = isLast(item)
    return item
  }
}

const isFailed = (item: unknown): item is Failed => (item as { type?: unknown }).type === 'failed'
