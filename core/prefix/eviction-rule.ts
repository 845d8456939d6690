import type { Holding } from './holding'
import { type Circumstances, lossOf } from './loss'
import type { TreeNode } from './tree/token-tree'

/** A rule may remember what happened, so each store needs its own. */
export interface EvictionRule {
  /** What the holding is worth. The lowest worth per cell or byte goes first. */
  worthOf(holding: Holding, path: readonly TreeNode<Holding>[], circumstances: Circumstances): number
  used?(holding: Holding, path: readonly TreeNode<Holding>[], circumstances: Circumstances): void
  evicted?(holding: Holding): void
}

export const byLoss: EvictionRule = {
  worthOf: (holding, path, circumstances) => lossOf(holding, path, circumstances).weightedMs,
}
