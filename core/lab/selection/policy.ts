/**
 * A policy is pure. Its `signal` decides whether it works with fused kernels (wall 1 of docs/lab-walls.md): `attention` needs the weights
 * of every query, `window` those of the last few, `reconstruction` those of a second pass, the others none.
 */
import { coded } from '../../contract/errors/coded-error'

export type BasePolicyName =
  | 'full'
  | 'window'
  | 'random'
  | 'streaming-llm'
  | 'h2o'
  | 'scissorhands'
  | 'tova'
  | 'snapkv'
  | 'snapkv-each-step'
  | 'pyramidkv'
  | 'ada-kv'
  | 'chunkkv'
  | 'r-kv'
  | 'quest'
  | 'knorm'
  | 'keydiff'
  | 'lagkv'
  | 'triattention'
  | 'expected-attention'
  | 'ada-expected-attention'
  | 'duo-attention'
  | 'kvzip'

/** `ada:` marks a policy whose budget the heads of a layer share: see ./adaptive.ts. */
export type PolicyName = BasePolicyName | `ada:${BasePolicyName}`

export const baseOf = (name: PolicyName): BasePolicyName => (isShared(name) ? (name.slice(4) as BasePolicyName) : name)
export const isShared = (name: PolicyName): name is `ada:${BasePolicyName}` => name.startsWith('ada:')

export type Signal = 'none' | 'attention' | 'window' | 'keys' | 'geometry' | 'queries' | 'heads' | 'reconstruction'

/** In the order of the text. Attention is the mean over the G query heads. */
export interface HeadCells {
  /** (cells), ascending. */
  readonly positions: ArrayLike<number>
  /** (cells), from all queries so far. */
  readonly cumulativeAttention: ArrayLike<number>
  /** (cells): see ../policies/attention/scissorhands.ts. */
  readonly timesBelowAverage: ArrayLike<number>
  /** (up to W) x (cells), oldest query first. */
  readonly windowAttention: readonly ArrayLike<number>[]
  /** Before softmax: q . k / sqrt(D), the largest of the G query heads. -Infinity for masked cells. */
  readonly windowScores: readonly ArrayLike<number>[]
  /** (cells, D), after RoPE. null unless the policy `readsKeys`. */
  readonly keys: Float32Array | null
  /** (cells, D). null unless the policy `readsValues`. */
  readonly values: Float32Array | null
  /** null unless the policy `readsQueries`. */
  readonly queries: HeadQueries | null
  /** (cells): see ../policies/attention/kvzip.ts. null unless the signal is `reconstruction`. */
  readonly reconstruction: ArrayLike<number> | null
  /** null unless the signal is `geometry` or `heads`. */
  readonly geometry: HeadGeometry | null
}

/** The queries of the text itself, before RoPE and without the first tokens. */
export interface HeadQueries {
  /** G entries. */
  readonly queryHeads: readonly {
    /** (D) */
    readonly mean: Float64Array
    /** (D, D) */
    readonly covariance: Float64Array
  }[]
  /** (D / 2): radians per position. */
  readonly frequencies: Float64Array
}

/** Statistics of queries and keys before RoPE, measured on a separate text. */
export interface HeadGeometry {
  /** G entries. */
  readonly queryHeads: readonly {
    /** (D): the mean query. */
    readonly center: Float32Array
    /** (D / 2): mean length of each pair. */
    readonly magnitudes: Float32Array
  }[]
  /** (D): the mean of the KV head's keys. */
  readonly keyCenter: Float32Array
  /** (D / 2): radians per position. */
  readonly frequencies: Float64Array
}

export interface EvictionPolicy {
  readonly name: PolicyName
  readonly signal: Signal
  readonly readsKeys?: boolean
  readonly readsValues?: boolean
  readonly readsQueries?: boolean
  readonly source: string
  /** False if the policy only saves reads. */
  readonly savesMemory: boolean
  /** Queries in its window, if not `observedQueries`. */
  readonly observes?: number
  /** Evicts only after prefill. */
  readonly once?: boolean
  /** The smallest budget that the policy accepts, in cells per head. */
  readonly leastTokens: number
  /** Cells per head of each layer. Their mean is `budgetTokens`, up to the policy's own rounding. Absent: the same for all. */
  readonly layerBudgets?: (layers: readonly (readonly HeadCells[])[], budgetTokens: number) => readonly number[]
  /** Ascending indexes per head. Their mean count is at most `budgetTokens`, up to the policy's own rounding. */
  readonly keep: (heads: readonly HeadCells[], budgetTokens: number) => Int32Array[]
}

export interface ScoredPolicy extends EvictionPolicy {
  readonly name: BasePolicyName
  /** (cells): Infinity for a cell that always stays. */
  readonly scoresOf: (head: HeadCells, budgetTokens: number) => Float64Array
}

/** Throws `lab-budget-too-small`. */
export function checkBudget({ name, leastTokens }: EvictionPolicy, budgetTokens: number): void {
  if (budgetTokens < leastTokens) throw coded('lab-budget-too-small', { policy: name, budgetTokens, leastTokens })
}
