import type { RecordedLane } from '../../core/contract/lab/lab'
import { weightByte } from '../../core/lab/recording/weight-bytes'
import type { LabShape } from '../../core/lab/shape'
import type { TextQueries } from '../eviction/text-queries'
import type { RecordedCache } from './recorded-cache'

export interface RecordedPass {
  readonly firstToken: number
  readonly tokens: number
  /** (L, Hkv): tokens that the step's queries could read, including the step's own. */
  readonly read: readonly Int32Array[]
  /** (L, H): (T, cells) */
  readonly weights: readonly Float32Array[]
  /** (L, H): (T), see HeadWeights. */
  readonly logSums: readonly Float32Array[]
  /** (L, Hkv): tokens left after eviction. */
  readonly held: readonly Int32Array[]
}

export interface LaneRecord {
  readonly shape: LabShape
  readonly lane: RecordedLane
  readonly passes: readonly RecordedPass[]
  /** Includes the keys and values of evicted tokens. */
  readonly cache: RecordedCache
  readonly queries: TextQueries
  /** By token. */
  readonly positions: readonly number[]
}

/** (rows, rows): a row and a column per processed token. See weight-bytes.ts. */
export function patternOf({ shape, passes }: LaneRecord, layer: number, queryHead: number): { rows: number; weights: Uint8Array } {
  const last = passes.at(-1)
  const rows = last ? last.firstToken + last.tokens : 0
  const pattern = new Uint8Array(rows * rows)
  const kvList = layer * shape.kvHeads + kvHeadOf(shape, queryHead)
  for (const { firstToken, tokens, read, weights } of passes) {
    const cells = read[kvList] as Int32Array
    const own = weights[layer * shape.queryHeads + queryHead] as Float32Array
    for (let t = 0; t < tokens; t++)
      cells.forEach((token, cell) => {
        pattern[(firstToken + t) * rows + token] = weightByte(own[t * cells.length + cell] as number)
      })
  }
  return { rows, weights: pattern }
}

export const kvHeadOf = ({ queryHeads, kvHeads }: LabShape, queryHead: number): number => Math.floor(queryHead / (queryHeads / kvHeads))
