/**
 * Private parts of node-llama-cpp. Decoding uses them because the public `sequence.evaluate` takes 4.9 ms per token where llama.cpp takes
 * 4.1 ms (68 M parameters, `npm run bench:engine`), and can use the public API once the difference is less than 2%. Benchmarks,
 * speculation and erasing cells need functions that the public API lacks. If the internals differ, the engine decodes with the public API.
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
  /** `probabilities` is `[token, probability, token, …]` for all tokens that pass the sampler's filters, most likely first. */
  sampleToken(logitIndex: number, sampler: AddonSampler, withProbabilities: true): Promise<[token: number, probabilities: number[]]>
  /** Removes positions [from, to). `to` is -1 for the end. Returns false if the memory can't remove them. */
  removeTokenCellsFromSequence(sequenceId: number, from: number, to: number): boolean
  /** Aborts the process if the memory can't be shifted: see ../context/shift-refusal.ts. */
  shiftSequenceTokenCells(sequenceId: number, from: number, to: number, by: number): void
  setThreads(threads: number): void
  /** Of the last batch. Only in a context for embeddings. */
  getEmbedding?(tokens: number): Float64Array
}
export interface SequenceState {
  readonly sequenceId: number
  /** node-llama-cpp's record of the cache. */
  readonly tokens: Token[]
  readonly position: number
  advance(token: Token): void
  dropLast(count: number): void
  /** Removes tokens [from, to) from the record. */
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

/** Returns undefined if the internals differ. */
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

/** Not a copy, so it changes with the sequence. `contextTokens` copies all tokens at each read: 0.7 ms for 32,768 (`bench:cache -- --only ways`). */
export function tokensIn(sequence: LlamaContextSequence): readonly Token[] {
  const { _contextTokens: tokens, _loadedTokenPredictions: predictions } = sequence as unknown as HiddenSequence
  return Array.isArray(tokens) && Array.isArray(predictions) && predictions.length === 0 ? tokens : sequence.contextTokens
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
