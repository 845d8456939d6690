/** Runs one policy on a cache: records the signal it reads, and after a step shrinks every head beyond its budget. */
import { AttentionLedger } from '../../core/lab/attention-ledger'
import { quest } from '../../core/lab/policies/keys/quest'
import { observedQueries } from '../../core/lab/selection/observation-window'
import { checkBudget, type EvictionPolicy, type HeadCells, type HeadGeometry } from '../../core/lab/selection/policy'
import { type Attend, type AttentionCost, noCost } from '../attention/attention'
import { eagerAttention, type HeadWeights } from '../attention/eager'
import { onlineAttention } from '../attention/online'
import { pageAttention } from '../attention/pages'
import { windowAttention } from '../attention/window'
import type { EvictableCache } from '../cache/kv-cache'

export interface Eviction {
  readonly policy: EvictionPolicy
  /** Cells per head. */
  readonly budgetTokens: number
  /** Cells above the budget that start a pass; a pass per token would be slow. */
  readonly slackTokens: number
  /** Offline statistics; only for the signal `geometry`. */
  readonly geometry: (layer: number, kvHead: number) => HeadGeometry | null
  /** Sees the weights of every query head. Makes attention eager for every policy except Quest. */
  readonly observe?: (weights: HeadWeights) => void
}

export class Evictor {
  readonly cost: AttentionCost = noCost()
  readonly attend: Attend
  evictedCells = 0
  passes = 0
  /** (L, Hkv) */
  private readonly ledgers: AttentionLedger[]
  private group: HeadWeights[] = []

  /** Throws `lab-budget-too-small`. */
  constructor(
    private readonly cache: EvictableCache,
    private readonly eviction: Eviction,
    /** H */
    private readonly queryHeads: number,
  ) {
    const { policy, budgetTokens, observe } = eviction
    checkBudget(policy, budgetTokens)
    const { layers, kvHeads } = cache.shape
    this.ledgers = Array.from({ length: layers * kvHeads }, () => new AttentionLedger(queryHeads / kvHeads, observedQueries))
    const readsWeights = policy.signal === 'attention' || policy.signal === 'window'
    const watch = (weights: HeadWeights) => {
      if (readsWeights) this.record(weights)
      observe?.(weights)
    }
    if (policy.name === quest.name) this.attend = pageAttention(budgetTokens, this.cost, observe)
    else if (policy.signal === 'attention' || observe) this.attend = eagerAttention(watch, this.cost)
    else if (policy.signal === 'window') this.attend = windowAttention(observedQueries, watch, this.cost)
    else this.attend = onlineAttention(undefined, this.cost)
  }

  /** Call after each step. Shrinks layers whose heads exceed budget plus slack on average. */
  afterStep(): void {
    if (!this.eviction.policy.once) this.evict(this.eviction.slackTokens)
  }

  /** Call after the prompt's last step, when a policy with `once` evicts. */
  afterPrompt(): void {
    if (this.eviction.policy.once) this.evict(0)
  }

  private evict(slackTokens: number): void {
    const { policy, budgetTokens } = this.eviction
    const { layers, kvHeads } = this.cache.shape
    if (!policy.savesMemory) return
    let evicted = 0
    for (let layer = 0; layer < layers; layer++) {
      const cells = this.cellsOf(layer)
      const budget = policy.layerBudget?.(layer, layers, budgetTokens, cells / kvHeads) ?? budgetTokens
      if (cells > (budget + slackTokens) * kvHeads) evicted += this.evictLayer(layer, budget)
    }
    this.evictedCells += evicted
    if (evicted > 0) this.passes++
  }

  private cellsOf(layer: number): number {
    let cells = 0
    for (let head = 0; head < this.cache.shape.kvHeads; head++) cells += this.cache.used(layer, 0, head)
    return cells
  }

  private evictLayer(layer: number, budget: number): number {
    const heads = Array.from({ length: this.cache.shape.kvHeads }, (_, head) => this.headCells(layer, head))
    const before = this.cellsOf(layer)
    this.eviction.policy.keep(heads, budget).forEach((survivors, head) => {
      this.cache.keep(layer, 0, head, survivors)
      this.ledgerOf(layer, head).keep(survivors)
    })
    return before - this.cellsOf(layer)
  }

  private headCells(layer: number, head: number): HeadCells {
    const used = this.cache.used(layer, 0, head)
    return {
      positions: this.cache.positions(layer, 0, head),
      ...this.ledgerOf(layer, head).signals(),
      keys: this.eviction.policy.readsKeys ? this.cache.keys(layer, 0, head, 0, used).slice() : null,
      geometry: this.eviction.geometry(layer, head),
    }
  }

  /** The last query head completes a group. */
  private record(seen: HeadWeights): void {
    const { layer, kvHead, queryPositions, cellPositions } = seen
    this.group.push(seen)
    if (this.group.length < this.queryHeads / this.cache.shape.kvHeads) return
    const cells = cellPositions.length
    // A query sees no later cells of its step.
    this.ledgerOf(layer, kvHead).observe(this.group, cells, (t) => cells - (queryPositions.length - 1 - t))
    this.group = []
  }

  private ledgerOf(layer: number, head: number): AttentionLedger {
    return this.ledgers[layer * this.cache.shape.kvHeads + head] as AttentionLedger
  }
}
