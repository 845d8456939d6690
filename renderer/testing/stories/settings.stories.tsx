import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { PreferencesScreen } from '../../preferences/preferences-screen'
import { changeEdits, keepTyped } from '../../settings/settings-edits'
import { SettingsPanel } from '../../settings-panel/settings-panel'
import { appState, cacheShape, machine, modelFile } from '../facts'
import { measuredRun } from '../measured-run'
import { panel, story } from '../story'

export default { title: 'Settings' }

const stored = { kv: defaultKvSettings, sampling: defaultSampling }
const everySampler = {
  ...defaultSampling,
  temperature: 0,
  repeatPenalty: 1.1,
  dryMultiplier: 0.8,
  xtcProbability: 0.5,
  logitBias: [{ token: ' Hello', bias: -100 }],
}
const host = {
  models: { settings: () => stored, cacheShape: () => cacheShape, saveSettings: () => ({}) },
  plan: { machine: () => machine },
  presets: { list: () => [] },
}
const world = { app: appState(), models: [modelFile()], host }

export const PanelEmpty = panel(() => <SettingsPanel />, { app: appState({ model: { status: 'none' } }) })
export const PanelLoading = panel(() => <SettingsPanel />, { app: appState() })
export const PanelFull = panel(() => <SettingsPanel />, world)
export const PanelEdited = panel(() => <SettingsPanel />, {
  ...world,
  before: () => changeEdits('qwen', stored, { kv: { keyType: 'q8_0' } }),
})
export const PanelCompared = panel(() => <SettingsPanel />, {
  ...world,
  host: { ...host, compare: { measuredPair: () => ({ run: measuredRun(), variant: 1 }) } },
  before: () => changeEdits('qwen', stored, { kv: { keyType: 'q8_0', valueType: 'q8_0' } }),
})
export const PanelError = panel(() => <SettingsPanel />, {
  ...world,
  before: () => changeEdits('qwen', stored, { kv: { contextTokens: 4_000_000 } }),
})
export const PanelSamplers = panel(() => <SettingsPanel />, {
  ...world,
  host: {
    ...host,
    models: { ...host.models, settings: () => ({ kv: defaultKvSettings, sampling: everySampler }) },
  },
  before: () => keepTyped('qwen', 'logitBias', 'a text without a bias'),
})
const { draftModelId: _, ...presetSampling } = everySampler
const presets = ['Brief', 'Pneumonoultramicroscopicsilicovolcanoconiosis and other long words'].map((name, index) => ({
  id: String(index),
  name,
  settings: { systemPrompt: 'Be brief.', kv: defaultKvSettings, sampling: presetSampling },
}))
export const PanelPresets = panel(() => <SettingsPanel />, { ...world, host: { ...host, presets: { list: () => presets } } })
export const PreferencesLoading = story(() => <PreferencesScreen />, { app: appState() })
export const PreferencesFull = story(() => <PreferencesScreen />, {
  app: appState(),
  host: {
    data: {
      usage: () => ({
        folder: '/home/marta/.config/Headroom',
        databaseBytes: 4_194_304,
        conversations: 12,
        binned: 1,
        compareRuns: 3,
        uploadBytes: 0,
        uploads: 0,
        freeBytes: 200_000_000_000,
      }),
    },
  },
})
