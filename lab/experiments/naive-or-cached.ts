import { resultOf } from '../../core/lab/experiments/experiment'
import { naivePrompt } from '../../core/lab/experiments/setups'
import { indexOfLargest } from '../../core/lab/softmax'
import { onlineAttention } from '../attention/online'
import { ContiguousCache } from '../cache/contiguous-cache'
import { forward } from '../forward/forward'
import { cacheShapeFor, positionsFrom, type RunExperiment, timed } from '../forward/lab-session'
import type { LabModel } from '../model/model'
import { asPrompt } from '../texts/heldout'

interface Row {
  readonly outputTokens: number
  readonly naiveMs: number
  readonly cachedMs: number
  readonly speedup: number
  /** Rows of K and V in all layers. */
  readonly naiveRows: number
  readonly cachedRows: number
  readonly rowsRatio: number
  readonly isSame: boolean
}
export const runNaiveOrCached: RunExperiment = ({ model, seed, report }) => {
  const prompt = model.tokenizer.encode(asPrompt(naivePrompt))
  const lengths = [8, 16, 32, 64]
  // Lets the JIT compile the loops.
  for (const isCached of [true, false]) decode(model, prompt, 8, isCached)
  const rows = lengths.map((outputTokens, index): Row => {
    report(index / lengths.length, { kind: 'tokens', tokens: outputTokens })
    const naive = timed(() => decode(model, prompt, outputTokens, false))
    const cached = timed(() => decode(model, prompt, outputTokens, true))
    return {
      outputTokens,
      naiveMs: naive.ms,
      cachedMs: cached.ms,
      speedup: naive.ms / cached.ms,
      naiveRows: naive.result.rows,
      cachedRows: cached.result.rows,
      rowsRatio: naive.result.rows / cached.result.rows,
      isSame: naive.result.answer.every((token, i) => token === cached.result.answer[i]),
    }
  })
  return resultOf('naive-or-cached', { model: model.name, seed }, rows)
}

/** Ignores end tokens, so that both runs write the same number of tokens. */
function decode(model: LabModel, prompt: Int32Array, outputTokens: number, isCached: boolean): { answer: number[]; rows: number } {
  const { kvHeads, headDim } = model.shape
  let rows = 0
  // V has as many rows as K.
  const onGeometry = (_: number, __: Float32Array, keys: Float32Array) => {
    rows += (2 * keys.length) / (kvHeads * headDim)
  }
  const cache = new ContiguousCache(cacheShapeFor(model, prompt.length + outputTokens))
  const attend = onlineAttention()
  const answer: number[] = []
  let tokens = prompt
  let first = 0
  while (answer.length < outputTokens) {
    const step = { sequence: 0, tokens, positions: positionsFrom(first, tokens.length) }
    const next = indexOfLargest(forward(model, cache, [step], { attend, logits: 'last', onGeometry }))
    answer.push(next)
    first = isCached ? prompt.length + answer.length - 1 : 0
    tokens = isCached ? Int32Array.of(next) : Int32Array.of(...prompt, ...answer)
    if (!isCached) cache.reset(0)
  }
  return { answer, rows }
}
