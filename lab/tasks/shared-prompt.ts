/** Reads a prompt once. Each policy starts from a copy of its cells, after the context or after the question. */
import type { QuestionMode } from '../../core/lab/experiments/policy-measures'
import { fullCache } from '../../core/lab/policies/blind/full-cache'
import { widestWindow } from '../../core/lab/selection/observation-window'
import type { EvictionPolicy } from '../../core/lab/selection/policy'
import { indexOfLargest } from '../../core/lab/softmax'
import type { Attend } from '../attention/attention'
import { ContiguousCache } from '../cache/contiguous-cache'
import { SideBySide } from '../cache/side-by-side'
import { type Eviction, Evictor } from '../eviction/evictor'
import { forward, type Step } from '../forward/forward'
import { readTokens } from '../forward/generate'
import { cacheShapeFor, positionsFrom } from '../forward/lab-session'
import type { LabModel } from '../model/model'
import type { PromptTokens } from './prompts'

export interface Compression {
  readonly policy: EvictionPolicy
  /** Cells per head. */
  readonly budgetTokens: number
  readonly slackTokens: number
  /** Replaces `slackTokens` right after the prompt. */
  readonly promptSlackTokens?: number
  readonly mode: QuestionMode
}

export interface CompressedAnswer {
  readonly text: string
  /** Share of the cells that compression removed, as the mean over heads. */
  readonly removedShare: number
  readonly peakScores: number
}

interface ReadText {
  readonly cache: ContiguousCache
  readonly reader: Evictor
  readonly tokens: number
  readonly next: number
}

/** Keeps all cells and observes all weights and queries, with the widest window of any policy. */
const seeAll: EvictionPolicy = { ...fullCache, signal: 'attention', observes: widestWindow, readsQueries: true }

interface Run {
  readonly cache: ContiguousCache
  readonly evictor: Evictor
  readonly removedShare: number
  readonly answer: number[]
  /** The most likely next token, and its position. */
  next: number
  position: number
}

/** Runs share their steps, because a step then reads the weights only once for all of them. */
const runsAtOnce = 16

export class SharedPrompt {
  private readonly start: Readonly<Record<QuestionMode, ReadText>>
  /** Reused by the next runs. */
  private readonly caches: ContiguousCache[] = []

  constructor(
    private readonly model: LabModel,
    private readonly prompt: PromptTokens,
    private readonly geometry: Eviction['geometry'],
    private readonly answerTokens: number,
  ) {
    const { context, question } = prompt
    const afterContext = this.read(context, 0, undefined)
    this.start = { 'query-agnostic': afterContext, 'query-aware': this.read(question, context.length, afterContext) }
  }

  /** In the order of `compressions`. */
  answers(compressions: readonly Compression[]): CompressedAnswer[] {
    return Array.from({ length: Math.ceil(compressions.length / runsAtOnce) }, (_, group) =>
      this.answerTogether(compressions.slice(group * runsAtOnce, (group + 1) * runsAtOnce)),
    ).flat()
  }

  private answerTogether(compressions: readonly Compression[]): CompressedAnswer[] {
    const { tokenizer } = this.model
    const runs = compressions.map((compression, index) => this.compress(compression, index))
    const unasked = runs.filter((_, index) => compressions[index]?.mode === 'query-agnostic')
    this.step(unasked, () => this.prompt.question)
    for (let written = 0; written < this.answerTokens; written++) {
      const writing = runs.filter(({ answer, next }) => answer.length === written && !tokenizer.vocabulary.endTokens.includes(next))
      for (const { answer, next } of writing) answer.push(next)
      if (written + 1 < this.answerTokens) this.step(writing, ({ next }) => Int32Array.of(next))
    }
    return runs.map(({ answer, removedShare, evictor }) => ({
      text: tokenizer.decode(answer),
      removedShare,
      peakScores: evictor.cost.peakScores,
    }))
  }

  private compress({ policy, budgetTokens, slackTokens, promptSlackTokens, mode }: Compression, index: number): Run {
    const { model, prompt, geometry, answerTokens } = this
    const { cache: read, reader, tokens, next } = this.start[mode]
    const cells = prompt.context.length + prompt.question.length + answerTokens
    const cache = this.caches[index] ?? new ContiguousCache(cacheShapeFor(model, cells))
    this.caches[index] = cache
    cache.cloneFrom(read)
    const evictor = new Evictor(cache, { policy, budgetTokens, slackTokens, geometry }, model)
    evictor.continueFrom(reader, tokens)
    evictor.afterStep(promptSlackTokens)
    evictor.afterPrompt(mode === 'query-agnostic' ? prompt.context : Int32Array.of(...prompt.context, ...prompt.question))
    return { cache, evictor, removedShare: 1 - meanCells(cache) / tokens, answer: [], next, position: tokens }
  }

  private step(runs: readonly Run[], tokensOf: (run: Run) => Int32Array): void {
    if (runs.length === 0) return
    const { model } = this
    const steps = runs.map((run, sequence) => {
      const tokens = tokensOf(run)
      return { sequence, tokens, positions: positionsFrom(run.position, tokens.length) }
    })
    const attend: Attend = (_, queries, out) => {
      const { evictor, cache } = runs[queries.sequence] as Run
      evictor.attend(cache, { ...queries, sequence: 0 }, out)
    }
    const logits = forward(model, new SideBySide(runs.map(({ cache }) => cache)), steps, { attend, logits: 'last' })
    const { vocabulary } = model.shape
    runs.forEach((run, index) => {
      run.evictor.afterStep()
      run.next = indexOfLargest(logits.subarray(index * vocabulary, (index + 1) * vocabulary))
      run.position += (steps[index] as Step).tokens.length
    })
  }

  private read(own: Int32Array, first: number, before: ReadText | undefined): ReadText {
    const { model, geometry } = this
    const tokens = first + own.length
    const cache = new ContiguousCache(cacheShapeFor(model, tokens))
    if (before) cache.cloneFrom(before.cache)
    const reader = new Evictor(cache, { policy: seeAll, budgetTokens: tokens, slackTokens: 0, geometry }, model)
    if (before) reader.continueFrom(before.reader, before.tokens)
    const next = readTokens({ model, cache, sequence: 0, attend: reader.attend }, own, first)
    return { cache, reader, tokens, next }
  }
}

/** Per head. */
export function meanCells(cache: ContiguousCache): number {
  const { layers, kvHeads } = cache.shape
  let cells = 0
  for (let layer = 0; layer < layers; layer++) for (let head = 0; head < kvHeads; head++) cells += cache.used(layer, 0, head)
  return cells / (layers * kvHeads)
}
