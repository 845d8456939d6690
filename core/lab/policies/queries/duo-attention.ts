/**
 * Retrieval heads keep all cells; streaming heads keep the sinks and the newest tokens. Calibration places a copy of the mean key at each
 * of 500 positions, and ranks heads by how far back the mean query at the last position attends.
 * Source: NVIDIA/kvpress, kvpress/presses/duo_attention_press.py (DuoAttentionPress.compress, duo_attention_on_the_fly).
 */
import { ascending, best, dotOf, newest, range, shares } from '../../selection/choose'
import type { EvictionPolicy, HeadCells, HeadGeometry } from '../../selection/policy'

/** kvpress uses 128 and 256; the Lab's budgets are smaller. */
export const duoSinks = 4
export const duoRecent = 16
/** kvpress's q_len. */
const calibrationPositions = 500

export function duoAttentionWith(sinks: number, recent: number): EvictionPolicy {
  const streaming = sinks + recent
  return {
    name: 'duo-attention',
    signal: 'heads',
    source: 'Xiao et al., DuoAttention, arXiv:2410.10819',
    savesMemory: true,
    once: true,
    leastTokens: streaming + 1,
    layerBudgets(layers, budget) {
      const retrieval = new Set(retrievalHeads(layers.flat(), budget, streaming))
      const cellsOf = (head: HeadCells) => (retrieval.has(head) ? head.positions.length : Math.min(head.positions.length, streaming))
      return layers.map((heads) => heads.reduce((sum, head) => sum + cellsOf(head), 0) / heads.length)
    },
    keep(heads, budget) {
      const retrieval = new Set(retrievalHeads(heads, budget, streaming))
      return heads.map((head) => {
        const { length } = head.positions
        const isWhole = retrieval.has(head) || length <= streaming
        return ascending(isWhole ? range(0, length) : [...range(0, sinks), ...newest(length, recent)])
      })
    },
  }
}

export const duoAttention = duoAttentionWith(duoSinks, duoRecent)

/** The best heads: as many as fit in the budget together with the streaming cells of the others. */
function retrievalHeads(heads: readonly HeadCells[], budget: number, streaming: number): HeadCells[] {
  const cells = heads[0]?.positions.length ?? 0
  if (cells <= budget) return [...heads]
  // Makes up for rounding in a layer's budget, which is a quotient.
  const count = Math.floor((heads.length * (budget - streaming)) / (cells - streaming) + 1e-9)
  const scores = heads.map(({ geometry }) => retrievalScore(geometry))
  return best(range(0, heads.length), scores, count).map((head) => heads[head] as HeadCells)
}

/** The area under the cumulative weights: 1 if the head attends only to the oldest position. */
export function retrievalScore(geometry: HeadGeometry | null): number {
  if (!geometry) throw new Error('Expected the geometry of the head, got null')
  const score = calibrated.get(geometry) ?? calibratedScore(geometry)
  calibrated.set(geometry, score)
  return score
}

const calibrated = new WeakMap<HeadGeometry, number>()

function calibratedScore(geometry: HeadGeometry): number {
  const { queryHeads, keyCenter, frequencies } = geometry
  const areas = queryHeads.map(({ center }) => {
    const scores = range(0, calibrationPositions).map(
      (position) => dotAtDistance(center, keyCenter, frequencies, calibrationPositions - 1 - position) / Math.sqrt(center.length),
    )
    let sum = 0
    let area = 0
    for (const weight of shares(scores)) {
      sum += weight
      area += sum / calibrationPositions
    }
    return area
  })
  return areas.reduce((sum, area) => sum + area, 0) / areas.length
}

/** query . key after RoPE, `distance` positions apart. */
function dotAtDistance(query: Float32Array, key: Float32Array, frequencies: Float64Array, distance: number): number {
  const turned = Float64Array.from(query)
  frequencies.forEach((frequency, pair) => {
    const [cos, sin] = [Math.cos(frequency * distance), Math.sin(frequency * distance)]
    const [a, b] = [query[2 * pair] as number, query[2 * pair + 1] as number]
    turned[2 * pair] = a * cos - b * sin
    turned[2 * pair + 1] = a * sin + b * cos
  })
  return dotOf(turned, key)
}
