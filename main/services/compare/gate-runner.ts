/** Measures pairs of K and V types until it finds the cheapest pair within the limits. */
import { cheaperPairs, type KvPair } from '../../../core/compare/gate/kv-pairs'
import { decidedShare, nextSetting } from '../../../core/compare/gate/search-plan'
import { localSettings } from '../../../core/compare/on-server'
import type { CompareCell, ComparePlan } from '../../../core/contract/compare/compare-runs'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { Emitter } from '../../../core/streams/emitter'
import type { CompareEngine } from './compare-engine'
import { plannedCells } from './compare-plan'
import { CompareRunner, type RunnerEnd, type RunnerProgress } from './compare-runner'

export class GateRunner {
  readonly variantsChanged = new Emitter<ComparePlan['variants']>()
  readonly cellsChanged = new Emitter<readonly CompareCell[]>()
  /** `share` is the fraction of pairs that are already decided. A search rarely has to measure all of them. */
  readonly progressed = new Emitter<RunnerProgress>()
  private readonly pairs: readonly KvPair[]
  private runner: CompareRunner | undefined
  private isPausing = false

  /** `cells` contains the results so far, initially only those of the reference. */
  constructor(
    private plan: ComparePlan,
    private cells: readonly CompareCell[],
    private readonly shape: CacheShape,
    private readonly text: string,
    private readonly engine: Pick<CompareEngine, 'measure'>,
  ) {
    const reference = localSettings(plan.variants[0])
    this.pairs = reference ? cheaperPairs(shape, reference) : []
  }

  pause(): void {
    this.isPausing = true
    this.runner?.pause()
  }

  /** Stores coded failures in their cells, and throws bugs. */
  async run(signal: AbortSignal): Promise<RunnerEnd> {
    this.isPausing = false
    for (;;) {
      if (this.isPausing) return 'paused'
      const end = await this.measure(signal)
      if (end !== 'done') return end
      if (this.cells.some(({ variant, state }) => variant === 0 && state === 'failed')) return 'done'
      const next = nextSetting(this.pairs, this.plan, this.cells)
      if (!next) return 'done'
      this.add(next)
    }
  }

  private async measure(signal: AbortSignal): Promise<RunnerEnd> {
    const runner = new CompareRunner(this.cells, this.text, this.engine)
    runner.cellsChanged.listen((changed) => {
      this.cells = this.cells.map((cell) => changed.find(({ index }) => index === cell.index) ?? cell)
      this.cellsChanged.emit(changed)
    })
    const share = decidedShare(this.pairs, this.plan, this.cells)
    runner.progressed.listen(({ current }) => this.progressed.emit({ share, secondsLeft: null, current }))
    this.runner = runner
    return runner.run(signal)
  }

  private add(settings: KvSettings): void {
    const { variants } = this.plan
    const [reference] = variants
    if (!reference) return
    const planned = plannedCells({ ...this.plan, variants: [reference, settings] }, this.shape)
    const added = planned
      .filter(({ variant }) => variant === 1)
      .map((cell, at) => ({ ...cell, index: this.cells.length + at, variant: variants.length }))
    this.plan = { ...this.plan, variants: [...variants, settings] }
    this.cells = [...this.cells, ...added]
    this.variantsChanged.emit(this.plan.variants)
    this.cellsChanged.emit(added)
  }
}
