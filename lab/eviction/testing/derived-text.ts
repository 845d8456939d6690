/** The text of derive.py: the same queries, keys and values, without a model. */
import { range } from '../../../core/lab/selection/choose'
import type { EvictionPolicy, HeadGeometry } from '../../../core/lab/selection/policy'
import { eagerAttention } from '../../attention/eager'
import { ContiguousCache } from '../../cache/contiguous-cache'
import type { LabModel } from '../../model/model'
import { createRope, rotate } from '../../model/rope'
import { Evictor } from '../evictor'

export const [layers, kvHeads, groupSize, headDim] = [2, 2, 2, 4]
const queryHeads = kvHeads * groupSize
const rope = createRope(headDim, 10_000)

/** (L, heads, T, D), before RoPE. */
type Rows = (layer: number, head: number, token: number) => Float32Array

export class DerivedText {
  private readonly queriesBefore: Rows
  private readonly keysBefore: Rows
  private readonly valueRows: Rows

  /** `repeat`: tokens of KVzip's second pass. */
  constructor(
    private readonly tokens: number,
    private readonly repeat: number,
  ) {
    const rows =
      (heads: number, a: number, b: number): Rows =>
      (layer, head, token) => {
        const first = ((layer * heads + head) * (tokens + repeat) + token) * headDim
        return Float32Array.from(range(first, first + headDim), (i) => ((a * i * i + b * i) % 4099) / 1024 - 2)
      }
    this.queriesBefore = rows(queryHeads, 7, 1103)
    this.keysBefore = rows(kvHeads, 11, 523)
    this.valueRows = rows(kvHeads, 13, 211)
  }

  /** (D), after RoPE. */
  query = (layer: number, head: number, token: number): Float32Array => turned(this.queriesBefore(layer, head, token), token)

  /** (T, D), after RoPE. */
  keys = (layer: number, head: number): Float32Array =>
    joined(range(0, this.tokens).map((token) => turned(this.keysBefore(layer, head, token), token)))

  /** Positions of the cells of each layer's KV heads, after reading the tokens in steps of the given sizes. */
  kept(policy: EvictionPolicy, budgetTokens: number, steps: readonly number[]): number[][][] {
    const cache = this.emptyCache()
    const eviction = { policy, budgetTokens, slackTokens: 0, geometry: this.geometry }
    const model = { shape: { layers, queryHeads, kvHeads, headDim }, rope } as LabModel
    const evictor = new Evictor(cache, eviction, model)
    let first = 0
    for (const count of steps) {
      this.read(cache, evictor.attend, first, count)
      evictor.afterStep()
      if (first === 0) evictor.afterPrompt(Int32Array.from(range(0, count)))
      first += count
    }
    return range(0, layers).map((layer) => range(0, kvHeads).map((head) => [...cache.positions(layer, 0, head)]))
  }

  /** (L, Hkv): (cells), the largest weight that the queries of the second pass give to each cell. */
  secondPass(): Float64Array[][] {
    const cache = this.emptyCache()
    this.read(cache, eagerAttention(), 0, this.tokens)
    const scores = range(0, layers).map(() => range(0, kvHeads).map(() => new Float64Array(this.tokens)))
    const attend = eagerAttention(({ layer, kvHead, weights, cellPositions }) => {
      const own = scores[layer]?.[kvHead] as Float64Array
      weights.forEach((weight, i) => {
        const cell = i % cellPositions.length
        if (cell < this.tokens) own[cell] = Math.max(own[cell] as number, weight)
      })
    })
    this.read(cache, attend, this.tokens, this.repeat)
    return scores
  }

  geometry = (layer: number, kvHead: number): HeadGeometry => {
    const all = (rows: Rows, head: number) => range(0, this.tokens).map((token) => rows(layer, head, token))
    return {
      keyCenter: meanOf(all(this.keysBefore, kvHead)),
      frequencies: rope.frequencies,
      queryHeads: range(kvHead * groupSize, (kvHead + 1) * groupSize).map((head) => {
        const queries = all(this.queriesBefore, head)
        const lengths = queries.map((query) => Float32Array.from([0, 2], (i) => Math.hypot(query[i] as number, query[i + 1] as number)))
        return { center: meanOf(queries), magnitudes: meanOf(lengths) }
      }),
    }
  }

  private read(cache: ContiguousCache, attend: Evictor['attend'], first: number, count: number): void {
    const positions = Int32Array.from(range(first, first + count))
    const of = (heads: number, row: Rows) =>
      joined(range(first, first + count).flatMap((token) => range(0, heads).map((head) => row(0, head, token))))
    for (let layer = 0; layer < layers; layer++) {
      const own =
        (rows: Rows): Rows =>
        (_, head, token) =>
          rows(layer, head, token)
      const keys = of(
        kvHeads,
        own((l, head, token) => turned(this.keysBefore(l, head, token), token)),
      )
      cache.insert(layer, 0, positions, keys, of(kvHeads, own(this.valueRows)))
      const queries = of(queryHeads, own(this.query))
      attend(cache, { layer, sequence: 0, queryHeads, positions, queries }, new Float32Array(queries.length))
    }
  }

  private emptyCache = (): ContiguousCache =>
    new ContiguousCache({ layers, sequences: 1, kvHeads, cells: this.tokens + this.repeat, headDim })
}

function turned(row: Float32Array, position: number): Float32Array {
  rotate(row, Int32Array.of(position), headDim, rope)
  return row
}

const joined = (rows: readonly Float32Array[]): Float32Array => Float32Array.from(rows.flatMap((row) => [...row]))

const meanOf = (rows: readonly Float32Array[]): Float32Array =>
  Float32Array.from(rows[0] ?? [], (_, d) => rows.reduce((sum, row) => sum + (row[d] as number), 0) / rows.length)
