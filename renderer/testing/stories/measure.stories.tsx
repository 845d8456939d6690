import { CompareScreen } from '../../compare/compare-screen'
import { runStore } from '../../compare/run/run-store'
import { LabScreen } from '../../lab/lab-screen'
import { plannerStore } from '../../planner/plan/planner-store'
import { PlannerScreen } from '../../planner/planner-screen'
import { appState, endlessWord, machine, manyModels, modelFile, planSubject, run } from '../facts'
import { story } from '../story'

export default { title: 'Measure' }

const wide = { width: 1200, height: 700, app: appState(), models: [modelFile()] }
const runs = (count: number) => Array.from({ length: count }, (_, at) => run({ id: `r${at}`, title: `Comparison ${at + 1}` }))

export const CompareLoading = story(() => <CompareScreen />, wide)
export const CompareEmpty = story(() => <CompareScreen />, { ...wide, host: { compare: { list: () => [], texts: () => [] } } })
export const CompareFull = story(() => <CompareScreen />, { ...wide, host: { compare: { list: () => runs(3), texts: () => [] } } })
export const CompareError = story(() => <CompareScreen />, {
  ...wide,
  host: { compare: { list: () => [], texts: () => [] } },
  before: () => runStore.setState({ trouble: { code: 'file-too-large', facts: { name: 'bench.csv', sizeBytes: 6e7, limitBytes: 5e7 } } }),
})
export const CompareOverflowing = story(() => <CompareScreen />, {
  ...wide,
  host: { compare: { list: () => [run({ title: endlessWord }), ...runs(200)], texts: () => [] } },
})
export const PlannerEmpty = story(() => <PlannerScreen />, { ...wide, app: appState({ model: { status: 'none' } }), models: [] })
export const PlannerLoading = story(() => <PlannerScreen />, { ...wide, host: { plan: { machine: () => machine } } })
export const PlannerFull = story(() => <PlannerScreen />, {
  ...wide,
  host: { plan: { inspect: () => planSubject, machine: () => machine } },
})
export const PlannerError = story(() => <PlannerScreen />, {
  ...wide,
  app: appState({ model: { status: 'none' } }),
  before: () => plannerStore.setState({ trouble: { code: 'file-not-found', facts: { path: '/models/gone.gguf' } } }),
})
export const LabEmpty = story(() => <LabScreen />, wide)
export const LabOverflowing = story(() => <LabScreen />, { ...wide, width: 700, models: manyModels(50) })
