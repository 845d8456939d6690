/** Experiments on time: what the cache saves, what growing it costs, and what materialised scores cost. */
import { type Experiment, resultOf } from '../../../core/lab/experiments/experiment'
import { indexOfLargest } from '../../../core/lab/softmax'
import { type Attend, noCost } from '../attention/attention'
import { eagerAttention } from '../attention/eager'
import { onlineAttention } from '../attention/online'
import { ContiguousCache } from '../cache/contiguous-cache'
import { GrowingCache } from '../cache/growing-cache'
import type { KvCache } from '../cache/kv-cache'
import { forward } from '../forward'
import type { LabModel } from '../model/model'
import { asPrompt, documents } from '../texts/heldout'
import { cacheShapeFor, type LabSession, type RunExperiment, timed } from './lab-session'

const positionsFrom = (first: number, count: number): Int32Array => Int32Array.from({ length: count }, (_, t) => first + t)
const textOf = (model: LabModel): Int32Array => model.tokenizer.encode(documents.join('\n\n'))

interface NaiveRow {
  readonly outputTokens: number
  readonly naiveMs: number
  readonly cachedMs: number
  readonly speedup: number
  readonly isSame: boolean
}
export const naiveOrCached: Experiment<NaiveRow> = {
  name: 'naive-or-cached',
  title: 'Generation with and without a cache',
  expected:
    'The same tokens. Time without a cache grows with the square of the length, with one in proportion to it, so the speed-up grows with the length.',
  columns: [
    { key: 'outputTokens', label: 'answer', unit: 'tokens' },
    { key: 'naiveMs', label: 'no cache', unit: 'ms' },
    { key: 'cachedMs', label: 'cache', unit: 'ms' },
    { key: 'speedup', label: 'speed-up', unit: null },
    { key: 'isSame', label: 'same tokens', unit: null },
  ],
}
const naivePrompt = 'Tell me a tiny story.'

export const runNaiveOrCached: RunExperiment = ({ model, seed, report }) => {
  const prompt = model.tokenizer.encode(asPrompt(naivePrompt))
  const lengths = [8, 16, 32, 64]
  const rows = lengths.map((outputTokens, index): NaiveRow => {
    report(index / lengths.length, `${outputTokens} tokens`)
    const naive = timed(() => decode(model, prompt, outputTokens, false))
    const cached = timed(() => decode(model, prompt, outputTokens, true))
    const isSame = naive.result.every((token, i) => token === cached.result[i])
    return { outputTokens, naiveMs: naive.ms, cachedMs: cached.ms, speedup: naive.ms / cached.ms, isSame }
  })
  return resultOf(naiveOrCached, { model: model.name, text: `"${naivePrompt}"`, seed }, rows)
}

/** Greedy, past the end of the answer if it ends: both ways have to write the same number of tokens. */
function decode(model: LabModel, prompt: Int32Array, outputTokens: number, isCached: boolean): number[] {
  const cache = new ContiguousCache(cacheShapeFor(model, prompt.length + outputTokens))
  const attend = onlineAttention()
  const answer: number[] = []
  let tokens = prompt
  let first = 0
  while (answer.length < outputTokens) {
    const step = { sequence: 0, tokens, positions: positionsFrom(first, tokens.length) }
    const next = indexOfLargest(forward(model, cache, [step], { attend, logits: 'last' }))
    answer.push(next)
    first = isCached ? prompt.length + answer.length - 1 : 0
    tokens = isCached ? Int32Array.of(next) : Int32Array.of(...prompt, ...answer)
    if (!isCached) cache.reset(0)
  }
  return answer
}

interface GrowRow {
  readonly cells: number
  readonly allocatedMs: number
  readonly grownMs: number
  readonly copiedBytes: number
}
export const growOrAllocate: Experiment<GrowRow> = {
  name: 'grow-or-allocate',
  title: 'A cache that grows by concatenation, and one that is there from the start',
  expected:
    'Growing copies every cell at every token: bytes grow with the square of the length, and come on top of the same work. Pre-allocated writes into a slice.',
  columns: [
    { key: 'cells', label: 'cells', unit: null },
    { key: 'allocatedMs', label: 'pre-allocated', unit: 'ms per 1,000 inserts' },
    { key: 'grownMs', label: 'concatenated', unit: 'ms per 1,000 inserts' },
    { key: 'copiedBytes', label: 'copied by growing to here', unit: 'bytes' },
  ],
}
const insertedPerRound = 256

export const runGrowOrAllocate: RunExperiment = ({ model, seed, report }) => {
  const shape = cacheShapeFor(model, 2048)
  const allocated = new ContiguousCache(shape)
  const grown = new GrowingCache(shape)
  const rounds = shape.cells / insertedPerRound
  const rows = Array.from({ length: rounds }, (_, round): GrowRow => {
    report(round / rounds, `${round * insertedPerRound} cells`)
    const insert = (cache: KvCache) => (timed(() => insertCells(cache, round * insertedPerRound)).ms * 1000) / insertedPerRound
    return { cells: (round + 1) * insertedPerRound, allocatedMs: insert(allocated), grownMs: insert(grown), copiedBytes: grown.copiedBytes }
  })
  return resultOf(growOrAllocate, { model: model.name, text: 'rows of zeros: what is in them costs nothing', seed }, rows)
}

function insertCells(cache: KvCache, first: number): void {
  const row = new Float32Array(cache.shape.kvHeads * cache.shape.headDim)
  for (let i = 0; i < insertedPerRound; i++)
    for (let layer = 0; layer < cache.shape.layers; layer++) cache.insert(layer, 0, Int32Array.of(first + i), row, row)
}

interface SoftmaxRow {
  readonly promptTokens: number
  readonly eagerMs: number
  readonly onlineMs: number
  readonly eagerBytes: number
  readonly onlineBytes: number
  readonly largestDifference: number
}
export const eagerOrOnline: Experiment<SoftmaxRow> = {
  name: 'eager-or-online',
  title: 'Attention with all scores at once, and tile by tile',
  expected:
    'The same logits to rounding. Scores alive at the same time grow with the square of the prompt where they are materialised, and stay a tile where they are not: ' +
    'what score-reading policies ask a fused kernel to give up (wall 1).',
  columns: [
    { key: 'promptTokens', label: 'prompt', unit: 'tokens' },
    { key: 'eagerMs', label: 'eager', unit: 'ms' },
    { key: 'onlineMs', label: 'online', unit: 'ms' },
    { key: 'eagerBytes', label: 'eager scores', unit: 'bytes per head' },
    { key: 'onlineBytes', label: 'online scores', unit: 'bytes per head' },
    { key: 'largestDifference', label: 'largest difference of a logit', unit: null },
  ],
}

export const runEagerOrOnline: RunExperiment = (session) => {
  const { model, seed, report } = session
  const tokens = textOf(model)
  const lengths = [64, 128, 256, 512, 1024].filter((length) => length <= tokens.length)
  const rows = lengths.map((promptTokens, index): SoftmaxRow => {
    report(index / lengths.length, `${promptTokens} tokens`)
    const [eagerCost, onlineCost] = [noCost(), noCost()]
    const eager = prefill(session, tokens.subarray(0, promptTokens), eagerAttention(undefined, eagerCost))
    const online = prefill(session, tokens.subarray(0, promptTokens), onlineAttention(undefined, onlineCost))
    return {
      promptTokens,
      eagerMs: eager.ms,
      onlineMs: online.ms,
      eagerBytes: 4 * eagerCost.peakScores,
      onlineBytes: 4 * onlineCost.peakScores,
      largestDifference: eager.result.reduce((most, logit, i) => Math.max(most, Math.abs(logit - (online.result[i] as number))), 0),
    }
  })
  return resultOf(eagerOrOnline, { model: model.name, text: 'held-out documents, one after the other', seed }, rows)
}

function prefill({ model }: LabSession, tokens: Int32Array, attend: Attend) {
  const cache = new ContiguousCache(cacheShapeFor(model, tokens.length))
  const step = { sequence: 0, tokens, positions: positionsFrom(0, tokens.length) }
  return timed(() => forward(model, cache, [step], { attend, logits: 'last' }))
}
