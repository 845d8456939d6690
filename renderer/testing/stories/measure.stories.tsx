import type { CompareRun, TypeSearch } from '../../../core/contract/compare/compare-runs'
import type { CompareVariant } from '../../../core/contract/compare/compare-variants'
import { coded } from '../../../core/contract/errors/coded-error'
import type { MemoryReading } from '../../../core/contract/models/plan'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { machinePresets } from '../../../core/plan/machines/machine-presets'
import { machineWith } from '../../../core/plan/machines/what-if-machine'
import { defaultSinkWindow } from '../../../core/plan/what-if/sink-window'
import type { ServerFacts } from '../../../core/remote/server-facts'
import { CompareScreen } from '../../compare/compare-screen'
import { runStore } from '../../compare/run/run-store'
import { firstSetup } from '../../compare/setup/comparison-setup'
import { setupStore } from '../../compare/setup/setup-store'
import { LabScreen } from '../../lab/lab-screen'
import { defaultFleet } from '../../planner/fleet/fleet-settings'
import { fleetStore } from '../../planner/fleet/fleet-store'
import { presetChoice } from '../../planner/plan/plan-choice'
import { plannerStore } from '../../planner/plan/planner-store'
import { presetOf, presetSubject } from '../../planner/plan/presets'
import { noWhatIf, type WhatIf } from '../../planner/plan/what-if'
import { PlannerScreen } from '../../planner/planner-screen'
import { appState, endlessWord, machine, manyModels, modelFile, planSubject, run } from '../facts'
import { measuredRun, typeSearch } from '../measured-run'
import { savedServer, serverFacts } from '../server-facts'
import { serverRun, serverSetting } from '../server-run'
import { story } from '../story'

export default { title: 'Measure' }

const wide = { width: 1200, height: 700, app: appState(), models: [modelFile()] }
const storedHost = { models: { settings: () => ({ kv: defaultKvSettings, sampling: defaultSampling, defaults: defaultSampling }) } }
const runs = (count: number) => Array.from({ length: count }, (_, at) => run({ id: `r${at}`, title: `Comparison ${at + 1}` }))

export const CompareLoading = story(() => <CompareScreen />, wide)
export const CompareEmpty = story(() => <CompareScreen />, { ...wide, host: { compare: { list: () => [], texts: () => [] } } })
export const CompareFull = story(() => <CompareScreen />, { ...wide, host: { compare: { list: () => runs(3), texts: () => [] } } })
const searched = (found: TypeSearch) => ({
  ...wide,
  host: { ...storedHost, compare: { list: () => [], texts: () => [], typeSearch: () => found } },
})
export const CompareFoundTypes = story(() => <CompareScreen />, searched(typeSearch()))
export const CompareFoundTypesOfOtherFile = story(() => <CompareScreen />, searched(typeSearch({ isCurrent: false })))
export const CompareFoundNoTypes = story(() => <CompareScreen />, searched(typeSearch({ cheapest: null, isUnclear: true })))
export const CompareLimits = story(() => <CompareScreen />, {
  ...wide,
  host: { compare: { list: () => [run()], texts: () => [] } },
  before: () => runStore.setState({ shown: ['r'], read: { r: measuredRun({ maxNats: 0.011, maxRecallLoss: null, isSearch: false }) } }),
})
export const CompareToolCalls = story(() => <CompareScreen />, {
  ...wide,
  height: 1400,
  host: { compare: { list: () => [run()], texts: () => [] } },
  before: () =>
    runStore.setState({ shown: ['r'], read: { r: measuredRun(null, { toolCalls: { prompts: 48 }, schemas: { prompts: 42 } }) } }),
})
const withServers = (variants: readonly CompareVariant[], check: () => ServerFacts = () => serverFacts()) => ({
  ...wide,
  host: {
    compare: { list: () => [], texts: () => [], check: () => ({ cells: 12, refused: [] }) },
    servers: { list: () => [savedServer(), savedServer({ id: 'b', name: 'vLLM in the cellar', url: 'http://10.0.0.7:8000' })], check },
  },
  before: () => setupStore.setState({ ...firstSetup, variants, modelId: 'qwen' }),
})
const f16 = firstSetup.variants[0] as CompareVariant
export const CompareOnServer = story(() => <CompareScreen />, withServers([f16, serverSetting({ model: 'tiny', found: undefined })]))
export const CompareServerRefused = story(
  () => <CompareScreen />,
  withServers([f16, serverSetting({ name: '', model: '', found: undefined })], () => {
    throw coded('server-key-refused', { url: 'http://gpu-box.lan:8080/v1/models', status: 401, hadKey: true })
  }),
)
export const CompareNoServers = story(() => <CompareScreen />, {
  ...withServers([{ name: '', serverId: '', serverName: '', model: '' }]),
  host: { compare: { list: () => [], texts: () => [] }, servers: { list: () => [] } },
})
export const CompareServersOverflowing = story(
  () => <CompareScreen />,
  withServers([serverSetting({ name: endlessWord, model: endlessWord, serverId: 'gone', serverName: endlessWord }), f16]),
)
const serverResults = (shown: CompareRun) => ({
  ...wide,
  height: 1600,
  host: { compare: { list: () => [run()], texts: () => [] } },
  before: () => runStore.setState({ shown: ['r'], read: { r: shown } }),
})
export const CompareServerResults = story(() => <CompareScreen />, serverResults(serverRun()))
export const CompareServerLost = story(() => <CompareScreen />, serverResults(serverRun(serverSetting(), 7)))
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
const rtx4090 = machinePresets.find(({ id }) => id === 'rtx-4090')
/** Qwen3 32B with 24k tokens on a card of 24 GiB. */
const whatIf: WhatIf = { ...noWhatIf, machine: rtx4090 ? machineWith(rtx4090, 32 * 2 ** 30) : null }
const qwen32b = presetOf('qwen3-32b')
const plannerOf = (change: Partial<WhatIf>, contextTokens = 24_576) =>
  story(() => <PlannerScreen />, {
    ...wide,
    height: 1600,
    host: { plan: { inspect: () => planSubject, machine: () => machine } },
    before: () => {
      plannerStore.setState(({ settings }) => ({
        isTheirs: true,
        choice: qwen32b ? presetChoice(qwen32b) : null,
        subject: qwen32b ? presetSubject(qwen32b) : null,
        settings: { ...settings, contextTokens },
        whatIf: { ...whatIf, ...change },
      }))
    },
  })
/** Each new reading finds 1 GiB less. */
export const PlannerReadAgain = story(() => <PlannerScreen />, {
  ...wide,
  host: {
    plan: {
      inspect: () => planSubject,
      machine: ({ reading }: { readonly reading: MemoryReading }) => {
        const { totalBytes, freeBytes } = machine.ram
        return { ...machine, ram: { totalBytes, freeBytes: reading === 'new' ? freeBytes - 2 ** 30 : freeBytes } }
      },
    },
  },
})
export const PlannerTooLarge = plannerOf({})
export const PlannerChangedShape = plannerOf({ shape: { layers: 48, kvHeads: 4 } })
export const PlannerSinks = plannerOf({ sinks: defaultSinkWindow, machine: null })
const llama405b = presetOf('llama-3.1-405b')
const fleetOf = (change: Partial<typeof defaultFleet>) =>
  story(() => <PlannerScreen />, {
    ...wide,
    height: 2400,
    host: { plan: { inspect: () => planSubject, machine: () => machine } },
    before: () => {
      plannerStore.setState({
        isTheirs: true,
        choice: llama405b ? presetChoice(llama405b) : null,
        subject: llama405b ? presetSubject(llama405b) : null,
        whatIf,
      })
      fleetStore.setState({ isOpen: true, settings: { ...defaultFleet, ...change } })
    },
  })
/** Llama 3.1 405B on two nodes of eight GPUs. */
export const PlannerFleet = fleetOf({ hosts: 2, pipelineParallel: 2, prefixTokens: 2048 })
export const PlannerFleetLimits = fleetOf({ hosts: 2, pipelineParallel: 2, memoryShare: 0.8, batchTokens: 16_384 })
export const PlannerFleetTooSmall = fleetOf({ hosts: 1 })
export const PlannerFleetRefused = fleetOf({ tensorParallel: 32 })
export const PlannerError = story(() => <PlannerScreen />, {
  ...wide,
  app: appState({ model: { status: 'none' } }),
  before: () => plannerStore.setState({ trouble: { code: 'file-not-found', facts: { path: '/models/gone.gguf' } } }),
})
export const LabEmpty = story(() => <LabScreen />, wide)
export const LabOverflowing = story(() => <LabScreen />, { ...wide, width: 700, models: manyModels(50) })
