/** Runs one policy on the cache of one text: records its signal, and evicts cells beyond the budget. */
import { AttentionLedger } from '../../core/lab/attention-ledger'
import { scissorhandsHistory } from '../../core/lab/policies/attention/scissorhands'
import { quest } from '../../core/lab/policies/keys/quest'
import { observedQueries } from '../../core/lab/selection/observation-window'
import { checkBudget, type EvictionPolicy, type HeadCells, type HeadGeometry } from '../../core/lab/selection/policy'
import { type Attend, type AttentionCost, noCost } from '../attention/attention'
import { eagerAttention, type HeadWeights } from '../attention/eager'
import { onlineAttention } from '../attention/online'
import { pageAttention } from '../attention/pages'
import { windowAttention } from '../attention/window'
import type { EvictableCache } from '../cache/kv-cache'
import type { LabModel } from '../model/model'
import { reconstruct } from './reconstruct'
import { TextQueries } from './text-queries'

export interface Eviction {
  readonly policy: EvictionPolicy
  /** Cells per head. */
  readonly budgetTokens: number
  /** A pass starts when the heads of a layer exceed the budget by more than this, on average. */
  readonly slackTokens: number
  /** Offline statistics, for the signals `geometry` and `heads`. */
  readonly geometry: (layer: number, kvHead: number) => HeadGeometry | null
  /** Makes attention eager for every policy except Quest. */
  readonly observe?: (weights: HeadWeights) => void
}

interface SecondPass {
  /** (L, Hkv): (cells) */
  readonly scores: readonly Float64Array[]
  readonly peakScores: number
}

export class Evictor {
  readonly cost: AttentionCost = noCost()
  readonly attend: Attend
  evictedCells = 0
  passes = 0
  readonly queries: TextQueries
  /** (L, Hkv) */
  private ledgers: AttentionLedger[]
  private readonly readsWeights: boolean
  private readonly windowQueries: number
  private readonly historyQueries: number
  private group: HeadWeights[] = []
  /** (L, Hkv): (cells). null before the prompt ends, and unless the signal is `reconstruction`. */
  private reconstruction: readonly Float64Array[] | null = null
  private repeated: SecondPass | null = null
  /** True after the only eviction of a policy with `once`, which needs no more signals. */
  private isDone = false
  private reader: Evictor | null = null

  /** Throws `lab-budget-too-small`. */
  constructor(
    private readonly cache: EvictableCache,
    private readonly eviction: Eviction,
    private readonly model: LabModel,
  ) {
    const { policy, budgetTokens, observe } = eviction
    checkBudget(policy, budgetTokens)
    const { layers, kvHeads } = cache.shape
    this.queries = new TextQueries(model)
    this.windowQueries = policy.observes ?? observedQueries
    this.historyQueries = policy.signal === 'attention' ? scissorhandsHistory : 0
    const ledger = () => new AttentionLedger(model.shape.queryHeads / kvHeads, this.windowQueries, this.historyQueries)
    this.ledgers = Array.from({ length: layers * kvHeads }, ledger)
    this.readsWeights = policy.signal === 'attention' || policy.signal === 'window'
    const watch = (weights: HeadWeights) => {
      if (this.readsWeights) this.record(weights)
      observe?.(weights)
    }
    const attend = this.attendFor(watch)
    const seen = policy.readsQueries || observe ? this.queries.seenBy(attend) : attend
    this.attend = policy.once && !observe && policy.signal !== 'attention' ? this.untilDone(seen) : seen
  }

  /** Continues as if this policy itself had read the `tokens` tokens that `reader` read. `reader` must have recorded all signals. */
  continueFrom(reader: Evictor, tokens: number): void {
    const { signal, readsQueries } = this.eviction.policy
    if (this.readsWeights) this.ledgers = reader.ledgers.map((ledger) => ledger.copy(this.windowQueries, this.historyQueries))
    if (readsQueries) this.queries.continueFrom(reader.queries)
    this.reader = reader
    const rows = signal === 'attention' ? tokens : signal === 'window' ? Math.min(this.windowQueries, tokens) : 0
    this.cost.peakScores = Math.max(this.cost.peakScores, rows * tokens)
  }

  /** Call after each step. */
  afterStep(slackTokens = this.eviction.slackTokens): void {
    if (!this.eviction.policy.once) this.evict(slackTokens)
  }

  /** Call after the prompt's last step, with the prompt's tokens. Policies with `once` evict here. */
  afterPrompt(prompt: Int32Array): void {
    const { policy } = this.eviction
    if (policy.signal === 'reconstruction') {
      const { scores, peakScores } = (this.reader ?? this).secondPass(prompt)
      this.reconstruction = scores
      this.cost.peakScores = Math.max(this.cost.peakScores, peakScores)
    }
    if (!policy.once) return
    this.evict(0)
    this.isDone = true
  }

  private secondPass(prompt: Int32Array): SecondPass {
    if (!this.repeated) {
      const cost = noCost()
      this.repeated = { scores: reconstruct(this.model, this.cache, prompt, cost), peakScores: cost.peakScores }
    }
    return this.repeated
  }

  private evict(slackTokens: number): void {
    const { policy, budgetTokens } = this.eviction
    const { layers, kvHeads } = this.cache.shape
    if (!policy.savesMemory) return
    const budgets = policy.layerBudgets?.(
      Array.from({ length: layers }, (_, layer) => this.headsOf(layer)),
      budgetTokens,
    )
    let evicted = 0
    for (let layer = 0; layer < layers; layer++) {
      const budget = budgets?.[layer] ?? budgetTokens
      if (this.cellsOf(layer) > (budget + slackTokens) * kvHeads) evicted += this.evictLayer(layer, budget)
    }
    this.evictedCells += evicted
    if (evicted > 0) this.passes++
  }

  private attendFor(watch: (weights: HeadWeights) => void): Attend {
    const { policy, budgetTokens, observe } = this.eviction
    if (policy.name === quest.name) return pageAttention(budgetTokens, this.cost, observe)
    if (policy.signal === 'attention' || observe) return eagerAttention(watch, this.cost)
    if (policy.signal === 'window') return windowAttention(this.windowQueries, watch, this.cost)
    return onlineAttention(undefined, this.cost)
  }

  private untilDone(attend: Attend): Attend {
    const afterwards = onlineAttention(undefined, this.cost)
    return (cache, step, out) => (this.isDone ? afterwards : attend)(cache, step, out)
  }

  private cellsOf(layer: number): number {
    let cells = 0
    for (let head = 0; head < this.cache.shape.kvHeads; head++) cells += this.cache.used(layer, 0, head)
    return cells
  }

  private evictLayer(layer: number, budget: number): number {
    const before = this.cellsOf(layer)
    this.eviction.policy.keep(this.headsOf(layer), budget).forEach((survivors, head) => {
      this.cache.keep(layer, 0, head, survivors)
      this.ledgerOf(layer, head).keep(survivors)
    })
    return before - this.cellsOf(layer)
  }

  private headsOf(layer: number): HeadCells[] {
    return Array.from({ length: this.cache.shape.kvHeads }, (_, head) => this.headCells(layer, head))
  }

  private headCells(layer: number, head: number): HeadCells {
    const { policy, geometry } = this.eviction
    const used = this.cache.used(layer, 0, head)
    return {
      positions: this.cache.positions(layer, 0, head),
      ...this.ledgerOf(layer, head).signals(),
      keys: policy.readsKeys ? this.cache.keys(layer, 0, head, 0, used).slice() : null,
      values: policy.readsValues ? this.cache.values(layer, 0, head, 0, used).slice() : null,
      queries: policy.readsQueries ? this.queries.distribution(layer, head) : null,
      reconstruction: this.reconstruction?.[layer * this.cache.shape.kvHeads + head] ?? null,
      geometry: geometry(layer, head),
    }
  }

  private record(seen: HeadWeights): void {
    const { layer, kvHead, queryPositions, cellPositions } = seen
    this.group.push(seen)
    if (this.group.length < this.model.shape.queryHeads / this.cache.shape.kvHeads) return
    const cells = cellPositions.length
    // Later cells of the step are masked.
    this.ledgerOf(layer, kvHead).observe(this.group, cells, (t) => cells - (queryPositions.length - 1 - t))
    this.group = []
  }

  private ledgerOf(layer: number, head: number): AttentionLedger {
    return this.ledgers[layer * this.cache.shape.kvHeads + head] as AttentionLedger
  }
}
