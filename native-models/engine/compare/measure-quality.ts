/**
 * Two contexts read the same chunks in lockstep, and their next-token distributions are compared in the second half of each chunk. Chunks,
 * BOS and scored positions are those of `llama-perplexity` (tools/perplexity/perplexity.cpp). Unlike `llama-perplexity`, Headroom does not
 * round the reference's log probabilities to 16 bits.
 */
import { binaryAt } from '../../../core/compare/binary-text'
import type { PositionScore } from '../../../core/compare/statistics/position-scorer'
import { qualityFigures, type WholeScore } from '../../../core/compare/statistics/quality'
import type { CompareResultOf, CompareTaskOf } from '../../../core/contract/compare/compare-tasks'
import { coded } from '../../../core/contract/errors/coded-error'
import { LoadWatch } from '../threads/load-watch'
import { ThreadGovernor } from '../threads/thread-governor'
import { BareSequence } from './bare-sequence'
import { PairReader, type PairScore, readLogitsFor } from './pair-reader'
import { Progress } from './progress'
import { type Measuring, type TaskContext, warmUp, withContext } from './task-context'

type QualityTask = CompareTaskOf<'quality'>

/** Limits the total number of tokens in the distributions that are requested ahead. */
const tokensAhead = 1_000_000
const mostAhead = 64

export function measureQuality(measuring: Measuring, task: QualityTask): Promise<CompareResultOf<'quality'>> {
  const text = chunksOf(measuring, task)
  const reference = { ...task.reference, threads: task.settings.threads }
  return withContext(measuring, reference, task.chunkTokens, 'prompts', (first) =>
    withContext(measuring, task.settings, task.chunkTokens, 'prompts', (second) => compare(measuring, task, text, first, second)),
  )
}

async function compare(
  measuring: Measuring,
  task: QualityTask,
  text: ChunkedText,
  reference: TaskContext,
  settings: TaskContext,
): Promise<CompareResultOf<'quality'>> {
  const { vocabularyTokens } = measuring.loaded.description
  const logits = readLogitsFor(task.logits, vocabularyTokens)
  const lockstep = new Lockstep(measuring, reference, settings, (first, second) => new PairReader(first, second, logits, vocabularyTokens))
  const progress = new Progress(text.chunks.length, measuring.onProgress)
  let started = 0
  try {
    await lockstep.warmUp(text.chunks[0] as Uint32Array)
    started = performance.now()
    for (const chunk of text.chunks) {
      await lockstep.read(chunk)
      progress.advance(1)
    }
  } finally {
    lockstep.end()
  }
  const seconds = (performance.now() - started) / 1000
  const { scores, whole, headTokens } = lockstep.found
  progress.end()
  const { errorBound, ...figures } = qualityFigures(scores, headTokens === null ? null : whole)
  return {
    kind: 'quality',
    context: settings.report,
    threads: settings.threads,
    textTokens: text.tokens,
    chunks: text.chunks.length,
    scoredTokens: scores.length,
    ...figures,
    tokensPerSecond: (text.chunks.length * task.chunkTokens) / seconds,
    method: { logits, fullPositions: headTokens === null ? scores.length : whole.length, headTokens, errorBound },
  }
}

interface ChunkedText {
  readonly tokens: number
  readonly chunks: readonly Uint32Array[]
}

/** Throws `compare-text-binary`, and `compare-text-too-short` if the text does not fill two chunks. */
function chunksOf({ loaded: { model } }: Measuring, { text, chunkTokens, maxChunks, specialTokens = false }: QualityTask): ChunkedText {
  const character = binaryAt(text)
  if (character !== null) throw coded('compare-text-binary', { character })
  const { bos, shouldPrependBosToken } = model.tokens
  const first = shouldPrependBosToken && bos !== null ? [bos] : []
  const tokens = Uint32Array.from([...first, ...model.tokenize(text, specialTokens)])
  const neededTokens = 2 * chunkTokens
  if (tokens.length < neededTokens) throw coded('compare-text-too-short', { tokens: tokens.length, neededTokens })
  const count = Math.min(Math.floor(tokens.length / chunkTokens), maxChunks ?? Number.POSITIVE_INFINITY)
  const chunks = Array.from({ length: count }, (_, at) => {
    const chunk = tokens.slice(at * chunkTokens, (at + 1) * chunkTokens)
    chunk.set(first)
    return chunk
  })
  return { tokens: tokens.length, chunks }
}

/** Both contexts read batches of the same size, because the size changes the order of summation. */
class Lockstep {
  private readonly reference: BareSequence
  private readonly settings: BareSequence
  private readonly reader: PairReader
  private readonly batchTokens: number
  private readonly ahead: number
  private readonly scores: PositionScore[] = []
  private readonly whole: WholeScore[] = []
  private readonly governor: ThreadGovernor
  private readonly watch: LoadWatch

  constructor(
    private readonly measuring: Measuring,
    private readonly referenceContext: TaskContext,
    private readonly settingsContext: TaskContext,
    readerOf: (reference: BareSequence, settings: BareSequence) => PairReader,
  ) {
    this.reference = new BareSequence(referenceContext)
    this.settings = new BareSequence(settingsContext)
    this.reader = readerOf(this.reference, this.settings)
    this.governor = new ThreadGovernor(measuring.cores)
    this.watch = new LoadWatch(this.governor, () => {})
    this.watch.turnStarted()
    this.batchTokens = Math.min(referenceContext.report.batchTokens, settingsContext.report.batchTokens)
    const listed = this.reader.headTokens ?? measuring.loaded.description.vocabularyTokens
    this.ahead = Math.max(1, Math.min(mostAhead, Math.floor(tokensAhead / listed)))
  }

  async warmUp(tokens: Uint32Array): Promise<void> {
    await warmUp(this.referenceContext, tokens.subarray(0, 1), 1)
    await warmUp(this.settingsContext, tokens.subarray(0, 1), 1)
  }

  async read(chunk: Uint32Array): Promise<void> {
    this.reference.forget(0)
    this.settings.forget(0)
    for (let from = 0; from < chunk.length; from += this.batchTokens) {
      this.measuring.signal?.throwIfAborted()
      const tokens = chunk.subarray(from, from + this.batchTokens)
      const wanted = scoredIn(chunk.length, from, tokens.length)
      this.useFreeCores()
      const referenceLogits = await this.reference.batch(tokens, from, wanted)
      const settingsLogits = await this.settings.batch(tokens, from, wanted)
      await this.score(wanted.length, (at) =>
        this.reader.read(referenceLogits[at] as number, settingsLogits[at] as number, chunk[from + (wanted[at] as number) + 1] as number),
      )
    }
  }

  get found(): { readonly scores: readonly PositionScore[]; readonly whole: readonly WholeScore[]; readonly headTokens: number | null } {
    return { scores: this.scores, whole: this.whole, headTokens: this.reader.headTokens }
  }
  end(): void {
    this.watch.stop()
    this.reader.dispose()
  }

  private useFreeCores(): void {
    const threads = this.governor.threadsFor(this.settingsContext.threads)
    this.reference.useThreads(threads)
    this.settings.useThreads(threads)
  }

  /** Reads ahead, so that llama.cpp sorts the next distribution while this one is scored. */
  private async score(count: number, read: (at: number) => Promise<PairScore>): Promise<void> {
    const coming: Promise<PairScore>[] = []
    for (let at = 0; at < count + this.ahead; at++) {
      if (at < count) coming.push(read(at))
      if (at < this.ahead) continue
      const next = coming.shift()
      if (!next) break
      this.keep(await next)
      if (this.measuring.signal?.aborted) await Promise.allSettled(coming)
      this.measuring.signal?.throwIfAborted()
    }
  }

  private keep({ score, whole }: PairScore): void {
    if (whole) this.whole.push({ position: this.scores.length, score: whole })
    this.scores.push(score)
  }
}

function scoredIn(chunkTokens: number, from: number, length: number): Uint32Array {
  const first = Math.floor(chunkTokens / 2)
  const indexes: number[] = []
  for (let at = 0; at < length; at++) if (from + at >= first && from + at < chunkTokens - 1) indexes.push(at)
  return Uint32Array.from(indexes)
}
