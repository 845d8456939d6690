import type { ExperimentResult, ResultRow } from '../../../core/lab/experiments/experiment'
import { questionModes } from '../../../core/lab/experiments/policy-measures'
import { policies } from '../../../core/lab/policies/all'
import { ExperimentCards } from '../../lab/experiments/experiment-cards'
import { experimentStore } from '../../lab/experiments/experiment-store'
import { changeRequest } from '../../lab/recording/recording-store'
import { RecordingView } from '../../lab/recording/recording-view'
import { appState, modelFile } from '../facts'
import { story } from '../story'

export default { title: 'Lab' }

const wide = { width: 1200, height: 700, app: appState(), models: [modelFile()] }

const estimate = (value: number) => ({ value, low: Math.max(0, value - 13), high: Math.min(100, value + 13) })
const nothing = {
  needle: null,
  multiKey: null,
  variableTracking: null,
  commonWords: null,
  perplexity: null,
  heldCells: null,
  msPerToken: null,
}
/** Invented figures, which depend on the policy's index in the list. */
const rowsOf = ({ name, signal, savesMemory }: (typeof policies)[number], at: number): ResultRow[] =>
  name === 'full'
    ? [
        {
          ...nothing,
          ...{
            policy: name,
            signal,
            mode: null,
            budgetTokens: null,
            compressionRatio: 0,
            peakScoreBytes: 128,
            msPerToken: 2.1,
            heldCells: 319,
          },
          ...{ needle: estimate(97.5), multiKey: estimate(87.5), variableTracking: estimate(31.7), commonWords: estimate(4.2) },
          perplexity: { value: 2.2529, low: 2.201, high: 2.305 },
        },
      ]
    : (savesMemory ? questionModes : [null]).flatMap((mode) =>
        [48, 96, 192].map((budgetTokens) => {
          const value = Math.min(95, (budgetTokens / 3) * (mode === 'query-agnostic' ? 0.6 : 1) + 4 * at)
          const compressionRatio = savesMemory ? 1 - budgetTokens / 256 : 0
          const own = { policy: name, signal, mode, budgetTokens, compressionRatio, peakScoreBytes: 16_384 }
          return { ...nothing, ...own, needle: estimate(value), multiKey: estimate(value - 5 > 0 ? value - 5 : 0) }
        }),
      )
const result: ExperimentResult = { name: 'policies', model: 'Pocket', seed: 7, rows: policies.flatMap(rowsOf) }
const windowSweep: ExperimentResult = {
  name: 'observation-window',
  model: 'Pocket',
  seed: 7,
  rows: questionModes.flatMap((mode, at) =>
    [1, 2, 4, 8, 16, 32, 64].map((queries) => ({
      mode,
      queries,
      needle: estimate(at === 0 ? 90 : 20),
      multiKey: estimate(at === 0 ? 85 : 15),
    })),
  ),
}

export const LabCurves = story(() => <ExperimentCards />, {
  ...wide,
  before: () => experimentStore.setState({ results: { policies: result } }),
})
export const LabCurvesWithoutTasks = story(() => <ExperimentCards />, {
  ...wide,
  before: () =>
    experimentStore.setState({
      results: { policies: { ...result, rows: result.rows.map((row) => ({ ...row, ...nothing, compressionRatio: null })) } },
    }),
})
export const LabWindowSweep = story(() => <ExperimentCards />, {
  ...wide,
  before: () => experimentStore.setState({ results: { 'observation-window': windowSweep } }),
})
export const LabQuestionUnseen = story(() => <RecordingView />, { ...wide, before: () => changeRequest({ mode: 'query-agnostic' }) })
