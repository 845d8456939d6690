/**
 * KVzip's second pass, on a copy of the cache: asks the model to repeat the prompt, and processes the prompt as the answer.
 *
 * Source: snu-mllab/KVzip, model/wrapper.py (self_task, scoring) and attention/score.py (_get_score).
 */
import { type AttentionCost, noCost } from '../attention/attention'
import { eagerAttention } from '../attention/eager'
import { ContiguousCache } from '../cache/contiguous-cache'
import type { KvCache } from '../cache/kv-cache'
import { forward } from '../forward/forward'
import { cacheShapeFor, positionsFrom } from '../forward/lab-session'
import type { LabModel } from '../model/model'

const request = '\n\nRepeat the previous context exactly.<|im_end|>\n<|im_start|>assistant\n'
const prefix = '<|im_start|>user\n'

/** (L, Hkv): (cells), each cell's largest weight in the pass. */
export function reconstruct(model: LabModel, cache: KvCache, prompt: Int32Array, cost: AttentionCost = noCost()): Float64Array[] {
  const { layers, kvHeads } = model.shape
  const cells = cache.used(0, 0, 0)
  const repeated = Int32Array.of(...withoutStart(model, request), ...withoutCommon(prompt, model.tokenizer.encode(prefix)))
  const copy = copyOf(model, cache, cells + repeated.length)
  const scores = Array.from({ length: layers * kvHeads }, () => new Float64Array(cells))
  const attend = eagerAttention(({ layer, kvHead, weights, cellPositions }) => {
    const own = scores[layer * kvHeads + kvHead] as Float64Array
    for (let at = 0; at < weights.length; at += cellPositions.length)
      for (let cell = 0; cell < cells; cell++) own[cell] = Math.max(own[cell] as number, weights[at + cell] as number)
  }, cost)
  const next = (cache.positions(0, 0, 0).at(-1) ?? -1) + 1
  const step = { sequence: 0, tokens: repeated, positions: positionsFrom(next, repeated.length) }
  forward(model, copy, [step], { attend, logits: 'last' })
  return scores
}

/** Without BOS. */
const withoutStart = (model: LabModel, text: string): Int32Array => model.tokenizer.encode(text).subarray(model.tokenizer.encode('').length)

function withoutCommon(tokens: Int32Array, start: Int32Array): Int32Array {
  const differs = tokens.findIndex((token, i) => token !== start[i])
  return tokens.subarray(differs === -1 ? tokens.length : differs)
}

function copyOf(model: LabModel, cache: KvCache, room: number): ContiguousCache {
  const { layers, kvHeads, headDim } = model.shape
  const copy = new ContiguousCache(cacheShapeFor(model, room))
  for (let layer = 0; layer < layers; layer++) {
    const cells = cache.used(layer, 0, 0)
    const keys = new Float32Array(cells * kvHeads * headDim)
    const values = new Float32Array(cells * kvHeads * headDim)
    for (let head = 0; head < kvHeads; head++)
      for (let cell = 0; cell < cells; cell++) {
        keys.set(cache.keys(layer, 0, head, cell, 1), (cell * kvHeads + head) * headDim)
        values.set(cache.values(layer, 0, head, cell, 1), (cell * kvHeads + head) * headDim)
      }
    copy.insert(layer, 0, cache.positions(layer, 0, 0), keys, values)
  }
  return copy
}
