/**
 * `signal` decides whether it works with fused kernels (wall 1): `attention` needs every query's weights, `window` those of the last few
 * queries, the others none. A policy is pure.
 */
import { coded } from '../../contract/errors/coded-error'

export type PolicyName =
  | 'full'
  | 'window'
  | 'streaming-llm'
  | 'h2o'
  | 'scissorhands'
  | 'tova'
  | 'snapkv'
  | 'snapkv-each-step'
  | 'pyramidkv'
  | 'ada-kv'
  | 'r-kv'
  | 'quest'
  | 'triattention'

export type Signal = 'none' | 'attention' | 'window' | 'keys' | 'geometry'

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
  /** null unless the signal is `geometry`. */
  readonly geometry: HeadGeometry | null
}

/** Before RoPE, measured on other texts. */
export interface HeadGeometry {
  /** G entries. */
  readonly queryHeads: readonly {
    /** (D): a mean. */
    readonly center: Float32Array
    /** (D / 2): mean per pair; at least that of the center's pair. */
    readonly magnitudes: Float32Array
  }[]
  /** (D / 2): radians per position. */
  readonly frequencies: Float64Array
}

export interface EvictionPolicy {
  readonly name: PolicyName
  readonly signal: Signal
  /** In addition to its signal; every kernel allows that. */
  readonly readsKeys?: boolean
  /** The paper. */
  readonly source: string
  /** False if it only saves reads. */
  readonly savesMemory: boolean
  /** After prefill; the answer's cells come on top of the budget. */
  readonly once?: boolean
  /** The cells it never evicts, plus one. */
  readonly leastTokens: number
  /** Cells per head; their mean over the layers is `budgetTokens`. `cells`: how many a head has now. */
  readonly layerBudget?: (layer: number, layers: number, budgetTokens: number, cells: number) => number
  /** Ascending indexes per head: on average at most `budgetTokens`. */
  readonly keep: (heads: readonly HeadCells[], budgetTokens: number) => Int32Array[]
}

/** Throws `lab-budget-too-small`. */
export function checkBudget({ name, leastTokens }: EvictionPolicy, budgetTokens: number): void {
  if (budgetTokens < leastTokens) throw coded('lab-budget-too-small', { policy: name, budgetTokens, leastTokens })
}
