/** Attention is eager, so that its weights can be recorded. */
import type { LaneRequest, RecordedLane, RecordedStep } from '../../core/contract/lab/lab'
import type { QuestionMode } from '../../core/lab/experiments/policy-measures'
import { policyNamed } from '../../core/lab/policies/all'
import { promptChunkTokens } from '../../core/lab/recording/limits'
import { indexOfLargest, logProbability } from '../../core/lab/softmax'
import type { HeadWeights } from '../attention/eager'
import { ContiguousCache } from '../cache/contiguous-cache'
import { Evictor } from '../eviction/evictor'
import type { GeometryOf } from '../eviction/measure-geometry'
import { forward } from '../forward/forward'
import { cacheShapeFor } from '../forward/lab-session'
import type { LabModel } from '../model/model'
import { kvHeadOf, type LaneRecord, type RecordedPass } from './lane-record'
import { RecordedCache } from './recorded-cache'

export interface LaneText {
  readonly old: Int32Array
  readonly context: Int32Array
  readonly question: Int32Array
  readonly answerTokens: number
}

export interface LaneRules {
  readonly budgetTokens: number
  readonly mode: QuestionMode
  readonly geometry: GeometryOf
}

/** Awaits `onStep` before each step, so that the process can send messages. Throws `lab-budget-too-small`. */
export async function recordLane(
  model: LabModel,
  request: LaneRequest,
  rules: LaneRules,
  text: LaneText,
  onStep: () => Promise<void>,
): Promise<LaneRecord> {
  const tape = new Tape(model, request, rules, text)
  const old = request.fault === 'keeps-old-cells' ? text.old : new Int32Array(0)
  for (const chunk of chunksOf(old)) {
    await onStep()
    tape.step('old', chunk.tokens, chunk.first)
  }
  const { context, question } = text
  let next = 0
  for (const [part, tokens, start] of [['prompt', context, 0] as const, ['question', question, context.length] as const])
    for (const chunk of chunksOf(tokens)) {
      await onStep()
      const end = chunk.first + chunk.tokens.length
      // The question's first token follows the context.
      const expected = tokens[end] ?? (part === 'prompt' ? question[0] : undefined)
      const isLast = end === tokens.length && part === (rules.mode === 'query-agnostic' ? 'prompt' : 'question')
      next = tape.step(part, chunk.tokens, start + chunk.first, { expected, compressed: isLast ? compressedBy(rules.mode, text) : null })
    }
  const promptTokens = context.length + question.length
  const { endTokens } = model.tokenizer.vocabulary
  const answer: number[] = []
  while (!endTokens.includes(next)) {
    answer.push(next)
    if (answer.length === text.answerTokens) break
    await onStep()
    // A token at position 0 sees only cells at position 0.
    const position = request.fault === 'positions-restart' ? 0 : promptTokens + answer.length - 1
    next = tape.step('answer', Int32Array.of(next), position)
  }
  return tape.end(old.length, promptTokens, model.tokenizer.decode(answer), answer.length < text.answerTokens)
}

/** Returns the tokens that a policy with `once` has read when it evicts. */
export const compressedBy = (mode: QuestionMode, { context, question }: Pick<LaneText, 'context' | 'question'>): Int32Array =>
  mode === 'query-agnostic' ? context : Int32Array.of(...context, ...question)

const chunksOf = (tokens: Int32Array) =>
  Array.from({ length: Math.ceil(tokens.length / promptChunkTokens) }, (_, chunk) => ({
    first: chunk * promptChunkTokens,
    tokens: tokens.subarray(chunk * promptChunkTokens, (chunk + 1) * promptChunkTokens),
  }))

class Tape {
  private readonly cache: RecordedCache
  private readonly evictor: Evictor
  private readonly tokens: { text: string; probability: number | null }[] = []
  private readonly positions: number[] = []
  private readonly steps: RecordedStep[] = []
  private readonly passes: RecordedPass[] = []
  /** What the current step read, (L, Hkv), and its weights, (L, H). */
  private read: Int32Array[] = []
  private weights: Float32Array[] = []
  private logSums: Float32Array[] = []
  /** The probability predicted for the next token. */
  private nextProbability: number | null = null

  constructor(
    private readonly model: LabModel,
    private readonly request: LaneRequest,
    { budgetTokens, geometry }: LaneRules,
    { old, context, question, answerTokens }: LaneText,
  ) {
    const { shape } = model
    const cells = old.length + context.length + question.length + answerTokens
    this.cache = new RecordedCache(new ContiguousCache(cacheShapeFor(model, cells)))
    const observe = ({ layer, queryHead, weights, logSums }: HeadWeights) => {
      const kvHead = kvHeadOf(shape, queryHead)
      this.read[layer * shape.kvHeads + kvHead] = this.cache.tokens(layer, kvHead)
      this.weights[layer * shape.queryHeads + queryHead] = weights
      this.logSums[layer * shape.queryHeads + queryHead] = logSums
    }
    this.evictor = new Evictor(this.cache, { policy: policyNamed(request.policy), budgetTokens, slackTokens: 0, geometry, observe }, model)
  }

  /**
   * Returns the most likely next token. `expected`: the text's next token, if known. `compressed`: the tokens read before a policy with
   * `once` evicts, or null to evict later.
   */
  step(
    part: RecordedStep['part'],
    tokens: Int32Array,
    position: number,
    { expected, compressed = null }: { readonly expected?: number | undefined; readonly compressed?: Int32Array | null } = {},
  ): number {
    const { vocabulary } = this.model.shape
    const positions = Int32Array.from(tokens, (_, t) => position + t)
    const firstToken = this.tokens.length
    const before = this.evictor.evictedCells
    this.read = []
    this.weights = []
    this.logSums = []
    const logits = forward(this.model, this.cache, [{ sequence: 0, tokens, positions }], { attend: this.evictor.attend, logits: 'all' })
    this.evictor.afterStep()
    if (compressed) this.evictor.afterPrompt(compressed)
    const row = (t: number) => logits.subarray(t * vocabulary, (t + 1) * vocabulary)
    tokens.forEach((token, t) => {
      const probability = t === 0 ? this.nextProbability : Math.exp(logProbability(row(t - 1), token))
      this.tokens.push({ text: this.model.tokenizer.decode([token]), probability })
      this.positions.push(positions[t] as number)
    })
    const last = row(tokens.length - 1)
    const next = indexOfLargest(last)
    this.nextProbability = part === 'old' ? null : Math.exp(logProbability(last, expected ?? next))
    const held = this.heldNow()
    this.passes.push({ firstToken, tokens: tokens.length, read: this.read, weights: this.weights, logSums: this.logSums, held })
    const heldCells = held.reduce((sum, { length }) => sum + length, 0)
    this.steps.push({ part, firstToken, tokens: tokens.length, heldCells, evictedCells: this.evictor.evictedCells - before })
    return next
  }

  end(oldTokens: number, promptTokens: number, answer: string, hasEnded: boolean): LaneRecord {
    const { steps, tokens, passes, cache, positions } = this
    const { queries } = this.evictor
    const lane: RecordedLane = { ...this.request, oldTokens, promptTokens, tokens, steps, answer, hasEnded }
    return { shape: this.model.shape, lane, passes, cache, queries, positions }
  }

  private heldNow(): Int32Array[] {
    const { layers, kvHeads } = this.model.shape
    return Array.from({ length: layers * kvHeads }, (_, list) => this.cache.tokens(Math.floor(list / kvHeads), list % kvHeads))
  }
}
