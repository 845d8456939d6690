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

/** Returns (D). */
type Row = (layer: number, head: number, token: number) => Float32Array

export class DerivedText {
  private readonly queryBeforeRope: Row
  private readonly keyBeforeRope: Row
  private readonly value: Row

  /** `repeat`: tokens of KVzip's second pass. */
  constructor(
    private readonly tokens: number,
    private readonly repeat: number,
  ) {
    const rowOf =
      (heads: number, a: number, b: number): Row =>
      (layer, head, token) => {
        const first = ((layer * heads + head) * (tokens + repeat) + token) * headDim
        return Float32Array.from(range(first, first + headDim), (i) => ((a * i * i + b * i) % 4099) / 1024 - 2)
      }
    this.queryBeforeRope = rowOf(queryHeads, 7, 1103)
    this.keyBeforeRope = rowOf(kvHeads, 11, 523)
    this.value = rowOf(kvHeads, 13, 211)
  }

  query: Row = (layer, head, token) => turned(this.queryBeforeRope(layer, head, token), token)

  private key: Row = (layer, head, token) => turned(this.keyBeforeRope(layer, head, token), token)

  /** (T, D), after RoPE. */
  keys = (layer: number, head: number): Float32Array => joined(range(0, this.tokens).map((token) => this.key(layer, head, token)))

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
    const all = (row: Row, head: number) => range(0, this.tokens).map((token) => row(layer, head, token))
    return {
      keyCenter: meanOf(all(this.keyBeforeRope, kvHead)),
      frequencies: rope.frequencies,
      queryHeads: range(kvHead * groupSize, (kvHead + 1) * groupSize).map((head) => {
        const queries = all(this.queryBeforeRope, head)
        const lengths = queries.map((query) => Float32Array.from([0, 2], (i) => Math.hypot(query[i] as number, query[i + 1] as number)))
        return { center: meanOf(queries), magnitudes: meanOf(lengths) }
      }),
    }
  }

  private read(cache: ContiguousCache, attend: Evictor['attend'], first: number, count: number): void {
    const tokens = range(first, first + count)
    const positions = Int32Array.from(tokens)
    const rowsOf = (layer: number, heads: number, row: Row) =>
      joined(tokens.flatMap((token) => range(0, heads).map((head) => row(layer, head, token))))
    for (let layer = 0; layer < layers; layer++) {
      cache.insert(layer, 0, positions, rowsOf(layer, kvHeads, this.key), rowsOf(layer, kvHeads, this.value))
      const queries = rowsOf(layer, queryHeads, this.query)
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
