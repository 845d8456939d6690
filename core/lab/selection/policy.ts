/**
 * An eviction policy: which cells of a layer stay, given what it may look at.
 *
 * The signal is what decides whether a policy can run beside fused kernels (wall 1): `none`, `keys` and `geometry` need
 * nothing of them; `attention` needs the weights of every query, `window` those of the last few. A policy is pure: the same
 * cells give the same survivors, and it neither moves nor frees anything.
 */
import { coded } from '../../contract/errors/coded-error'

export type Signal = 'none' | 'attention' | 'window' | 'keys' | 'geometry'

/** What is known of the cells of one KV head, in the order of the text. Attention is the mean over its G query heads. */
export interface HeadCells {
  /** (cells), ascending. */
  readonly positions: ArrayLike<number>
  /** (cells): attention received from all queries so far. */
  readonly cumulativeAttention: ArrayLike<number>
  /** (cells): queries of the last ../policies/scissorhands.ts looks back on that gave the cell less than an average share, 1 / cells they saw. */
  readonly timesBelowAverage: ArrayLike<number>
  /** (up to W) x (cells): attention from the last queries, oldest first. */
  readonly windowAttention: readonly ArrayLike<number>[]
  /** The same before softmax: q . k / sqrt(D), the largest of the G query heads. -Infinity where the cell is hidden. */
  readonly windowScores: readonly ArrayLike<number>[]
  /** (cells, D), after RoPE. Null unless the policy `readsKeys`. */
  readonly keys: Float32Array | null
  /** Null but for `geometry`. */
  readonly geometry: HeadGeometry | null
}

/** What was measured before, on other texts: where the queries of a head lie on average before RoPE turns them. */
export interface HeadGeometry {
  /** G of them. */
  readonly queryHeads: readonly {
    /** (D): mean of the queries. */
    readonly center: Float32Array
    /** (D / 2): mean magnitude of each pair. Never less than that of the center's pair. */
    readonly magnitudes: Float32Array
  }[]
  /** (D / 2): radians per position. */
  readonly frequencies: Float64Array
}

export interface EvictionPolicy {
  readonly name: string
  /** One sentence: what it keeps. */
  readonly idea: string
  readonly signal: Signal
  /** Whether it looks at the stored keys, beside its signal; no kernel stands in the way of that. */
  readonly readsKeys?: boolean
  /** The paper that it comes from. */
  readonly source: string
  /** Where the Lab departs from what its authors published: shown with every result. */
  readonly departs?: string
  /** False for a policy that only reads less. */
  readonly savesMemory: boolean
  /** It evicts once, when the prompt has been read; the cells of the answer come on top of the budget. */
  readonly once?: boolean
  /** The smallest budget that it can hold: what it never evicts, and one cell. */
  readonly leastTokens: number
  /** Cells per head of a layer, where not all layers get the same; their mean is `budgetTokens`. `cells`: that a head has now. */
  readonly layerBudget?: (layer: number, layers: number, budgetTokens: number, cells: number) => number
  /** For each head of a layer, the ascending indexes of the cells that stay: at most `budgetTokens` per head on average. */
  readonly keep: (heads: readonly HeadCells[], budgetTokens: number) => Int32Array[]
}

/** Throws `lab-budget-too-small`. */
export function checkBudget({ name, leastTokens }: EvictionPolicy, budgetTokens: number): void {
  if (budgetTokens < leastTokens) throw coded('lab-budget-too-small', { policy: name, budgetTokens, leastTokens })
}
