/** Share of the attention that a fifth of the cells gets. Either each query chooses its own fifth, or all queries share one. */
import { topShare } from '../../core/lab/attention-mass'
import { type ResultEstimate, resultOf } from '../../core/lab/experiments/experiment'
import { attentionMassSetup } from '../../core/lab/experiments/setups'
import { eagerAttention, type HeadWeights } from '../attention/eager'
import { ContiguousCache } from '../cache/contiguous-cache'
import { forward } from '../forward/forward'
import { cacheShapeFor, positionsFrom, type RunExperiment } from '../forward/lab-session'
import { documents } from '../texts/heldout'

interface Row {
  /** Counted from 1. */
  readonly layer: number
  /** Percentages: the mean of the heads, the lowest head and the highest head. */
  readonly eachQuery: ResultEstimate
  readonly fixedCells: ResultEstimate
}

const { textTokens, queries, share } = attentionMassSetup

export const runAttentionMass: RunExperiment = ({ model, seed, report }) => {
  const { layers, queryHeads } = model.shape
  // (L, H): one value per text.
  const eachQuery = Array.from({ length: layers * queryHeads }, (): number[] => [])
  const fixedCells = Array.from({ length: layers * queryHeads }, (): number[] => [])
  documents.forEach((text, index) => {
    report(index / documents.length, { kind: 'tokens', tokens: index * textTokens })
    const tokens = model.tokenizer.encode(text).subarray(0, textTokens)
    const observe = (seen: HeadWeights) => {
      const rows = newestRows(seen)
      const list = seen.layer * queryHeads + seen.queryHead
      eachQuery[list]?.push(meanOf(rows.map((row) => topShare(row, share))))
      fixedCells[list]?.push(topShare(sumOf(rows, seen.cellPositions.length), share))
    }
    const step = { sequence: 0, tokens, positions: positionsFrom(0, tokens.length) }
    forward(model, new ContiguousCache(cacheShapeFor(model, tokens.length)), [step], { attend: eagerAttention(observe), logits: 'last' })
  })
  const ofLayer = (lists: readonly number[][], layer: number): ResultEstimate => {
    const heads = lists.slice(layer * queryHeads, (layer + 1) * queryHeads).map((values) => 100 * meanOf(values))
    return { value: meanOf(heads), low: Math.min(...heads), high: Math.max(...heads) }
  }
  const rows = Array.from(
    { length: layers },
    (_, layer): Row => ({ layer: layer + 1, eachQuery: ofLayer(eachQuery, layer), fixedCells: ofLayer(fixedCells, layer) }),
  )
  return resultOf('attention-mass', { model: model.name, seed }, rows)
}

function newestRows({ weights, cellPositions, queryPositions }: HeadWeights): Float32Array[] {
  const cells = cellPositions.length
  const first = Math.max(0, queryPositions.length - queries)
  return Array.from({ length: queryPositions.length - first }, (_, i) => {
    const t = first + i
    return weights.subarray(t * cells, t * cells + cells - (queryPositions.length - 1 - t))
  })
}

/** (cells) */
function sumOf(rows: readonly Float32Array[], cells: number): Float64Array {
  const sums = new Float64Array(cells)
  for (const row of rows) for (let cell = 0; cell < row.length; cell++) sums[cell] = (sums[cell] as number) + (row[cell] as number)
  return sums
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
