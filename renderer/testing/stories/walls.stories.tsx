import type { ExperimentResult } from '../../../core/lab/experiments/experiment'
import { policies } from '../../../core/lab/policies/all'
import { ExperimentCards } from '../../lab/experiments/experiment-cards'
import { experimentStore } from '../../lab/experiments/experiment-store'
import { appState, modelFile } from '../facts'
import { story } from '../story'

export default { title: 'Walls' }

const wide = { width: 1200, height: 700, app: appState(), models: [modelFile()] }

/** Invented figures. */
const walls: ExperimentResult = {
  name: 'both-walls',
  model: 'Pocket',
  seed: 7,
  rows: policies.flatMap(({ name, signal, savesMemory, once }, at) =>
    [1, 4, 16, 64, 256].map((blockTokens, size) => {
      const evicted = savesMemory ? (once ? 28 : 79) : 0
      const freedRepack = Math.max(0, evicted - 4 * size)
      const freedNone = Math.max(0, (signal === 'none' ? freedRepack : 20 - at) - 5 * size)
      return {
        ...{ policy: name, signal, peakScoreBytes: signal === 'attention' ? 230_400 : 128, budgetTokens: 96, blockTokens },
        ...{ evicted, freedNone, freedHoleFill: freedRepack, freedRepack, freedOwnNone: freedNone + 5, freedOwnRepack: freedRepack },
        ...{ copiesHoleFill: savesMemory ? 31.2 : null, copiesRepack: savesMemory ? 92.7 : null },
        ...{ pauseHoleFillMs: savesMemory ? 0.412 : null, pauseRepackMs: savesMemory ? 1.273 : null, gapMs: 3.21 },
        ...{ hitBefore: 100, hitNone: 100 - freedNone, hitHoleFill: 20, hitRepack: 0, perplexity: 2.2 + at / 100, recall: 80 - 3 * at },
      }
    }),
  ),
}
const budgets: ExperimentResult = {
  name: 'smallest-budget',
  model: 'Pocket',
  seed: 7,
  rows: policies.slice(1).map(({ name }, at) => ({
    ...{ policy: name, measure: 'perplexity', mostLoss: 1, tried: 4 },
    ...(at === 3
      ? { budgetTokens: null, loss: null, error: null, refusedTokens: 256, refusedLoss: 2.4, refusedError: 0.3 }
      : { budgetTokens: 32 + 8 * at, loss: 0.6, error: 0.2, refusedTokens: 16 + 8 * at, refusedLoss: 1.1, refusedError: 0.3 }),
  })),
}
const showing = (result: ExperimentResult) => () => experimentStore.setState({ results: { [result.name]: result } })

export const BothWalls = story(() => <ExperimentCards />, { ...wide, height: 3600, before: showing(walls) })
export const BothWallsNarrow = story(() => <ExperimentCards />, { ...wide, width: 900, height: 3600, before: showing(walls) })
export const SmallestBudget = story(() => <ExperimentCards />, { ...wide, height: 3600, before: showing(budgets) })
const stored = (isCurrent: boolean) => ({
  ...wide,
  height: 3600,
  host: {
    lab: { smallestBudgets: () => ({ at: Date.UTC(2026, 10, 20, 12), isCurrent, result: { ...budgets, rows: [...budgets.rows] } }) },
  },
})
export const StoredBudgets = story(() => <ExperimentCards />, stored(true))
export const StoredBudgetsOfOtherFile = story(() => <ExperimentCards />, stored(false))
