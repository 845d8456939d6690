/**
 * The few parts behind node-llama-cpp's public classes that the decode loop uses, and a check that they are there.
 *
 * Why: the public `sequence.evaluate` runs a scheduler for many sequences around every token: locks, a batch
 * queue, timers. On a 68 M parameter model and two threads that is 4.9 ms per token where llama.cpp itself
 * needs 4.1 (npm run bench:engine prints both). A chat decodes one sequence at a time.
 *
 * End condition: node-llama-cpp's own loop within 2 % of this one. Until then the version is pinned, this file is
 * the only one that knows the shape, and where the shape differs the public API is used instead.
 * Source: node-llama-cpp 3.21.1, dist/evaluator/LlamaContext/LlamaContext.js and dist/bindings/AddonTypes.d.ts.
 */
import type { LlamaContext, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'

export interface AddonSampler {
  applyConfig(config: Record<string, unknown>): void
  dispose(): void
}
export interface AddonContext {
  initBatch(size: number): void
  addToBatch(sequenceId: number, firstPosition: number, tokens: Uint32Array, logitIndexes: Uint32Array): Uint32Array
  decodeBatch(): Promise<void>
  sampleToken(logitIndex: number, sampler: AddonSampler): Promise<number>
  /**
   * The same, and what was sampled from: `[token, probability, token, …]`, likeliest first, of all tokens that the sampler's
   * filters left, with float32 probabilities that sum to 1 over those. Building that list in JavaScript costs half a microsecond per token.
   */
  sampleToken(logitIndex: number, sampler: AddonSampler, withProbabilities: true): Promise<[token: number, probabilities: number[]]>
  /** Forgets positions [from, to); `to` -1: to the end. False where this kind of memory cannot. */
  removeTokenCellsFromSequence(sequenceId: number, from: number, to: number): boolean
  /** Moves positions [from, to) by `by`. llama.cpp ends the process where this kind of memory cannot: see ../context/shift-refusal.ts. */
  shiftSequenceTokenCells(sequenceId: number, from: number, to: number, by: number): void
  setThreads(threads: number): void
}
export interface SequenceState {
  readonly sequenceId: number
  /** Tokens in the cache, in order; the library's own record, kept true by `advance`. */
  readonly tokens: Token[]
  /** Position of the next token. */
  readonly position: number
  /** Records that one token has been evaluated. */
  advance(token: Token): void
  /** Records that the cells of the last `count` tokens are gone. */
  dropLast(count: number): void
  /** Records that the cells of the tokens [from, to) are gone, and that those behind them were moved up. */
  remove(from: number, to: number): void
}
export interface Internals {
  readonly context: AddonContext
  newSampler(): AddonSampler
  sequence(sequence: LlamaContextSequence): SequenceState
}

interface HiddenContext {
  readonly _ctx?: AddonContext
}
interface HiddenModel {
  readonly _model?: object
  readonly _llama?: { readonly _bindings?: { readonly AddonSampler?: new (model: object) => AddonSampler } }
}
interface HiddenSequence {
  readonly _sequenceId?: number
  _contextTokens?: Token[]
  _nextTokenIndex?: number
  readonly _loadedTokenPredictions?: unknown[]
}

const contextMethods = [
  'initBatch',
  'addToBatch',
  'decodeBatch',
  'sampleToken',
  'removeTokenCellsFromSequence',
  'shiftSequenceTokenCells',
  'setThreads',
] as const

/** The internals of a context, or undefined where this node-llama-cpp is built differently. */
export function internalsOf(context: LlamaContext, model: LlamaModel, probe: LlamaContextSequence): Internals | undefined {
  const addonContext = (context as unknown as HiddenContext)._ctx
  const { _model: addonModel, _llama: llama } = model as unknown as HiddenModel
  const Sampler = llama?._bindings?.AddonSampler
  if (!addonContext || !addonModel || !Sampler) return undefined
  if (!contextMethods.every((method) => typeof addonContext[method] === 'function')) return undefined
  if (!stateOf(probe)) return undefined
  return {
    context: addonContext,
    newSampler: () => new Sampler(addonModel),
    sequence: (sequence) => {
      const state = stateOf(sequence)
      if (!state) throw new Error('Expected a node-llama-cpp sequence of the shape that was checked')
      return state
    },
  }
}

function stateOf(sequence: LlamaContextSequence): SequenceState | undefined {
  const hidden = sequence as unknown as HiddenSequence
  if (typeof hidden._sequenceId !== 'number' || typeof hidden._nextTokenIndex !== 'number') return undefined
  if (!Array.isArray(hidden._contextTokens) || !Array.isArray(hidden._loadedTokenPredictions)) return undefined
  return {
    sequenceId: hidden._sequenceId,
    get tokens() {
      return hidden._contextTokens as Token[]
    },
    get position() {
      return hidden._nextTokenIndex as number
    },
    advance(token) {
      ;(hidden._contextTokens as Token[]).push(token)
      hidden._nextTokenIndex = (hidden._nextTokenIndex as number) + 1
    },
    dropLast(count) {
      const tokens = hidden._contextTokens as Token[]
      tokens.length -= count
      hidden._nextTokenIndex = (hidden._nextTokenIndex as number) - count
    },
    remove(from, to) {
      ;(hidden._contextTokens as Token[]).splice(from, to - from)
      hidden._nextTokenIndex = (hidden._nextTokenIndex as number) - (to - from)
    },
  }
}
