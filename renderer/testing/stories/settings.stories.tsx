import type { PreferenceValues } from '../../../core/contract/app/preference-values'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { changeComposerText } from '../../chat/conversation/composer-texts'
import { ApiSection } from '../../preferences/api-section'
import { PreferencesScreen } from '../../preferences/preferences-screen'
import { changeEdits, keepTyped } from '../../settings/settings-edits'
import { SettingsPanel } from '../../settings-panel/settings-panel'
import { preferenceStore } from '../../window/preference-store'
import { foldSettings } from '../../window/window-store'
import { appState, cacheShape, endlessWord, machine, modelFile } from '../facts'
import { measuredRun } from '../measured-run'
import { panel, story } from '../story'

export default { title: 'Settings' }

const stored = { kv: defaultKvSettings, sampling: defaultSampling, defaults: defaultSampling }
const everySampler = {
  ...defaultSampling,
  temperature: 0,
  repeatPenalty: 1.1,
  dryMultiplier: 0.8,
  xtcProbability: 0.5,
  logitBias: [{ token: ' Hello', bias: -100 }],
}
const host = {
  models: { settings: () => stored, cacheShape: () => cacheShape, saveKv: () => ({}), changeSampling: () => ({}) },
  plan: { machine: () => machine },
  presets: { list: () => [], used: () => ({ presetId: null }) },
}
const world = { app: appState(), models: [modelFile()], host }

export const PanelEmpty = panel(() => <SettingsPanel />, { app: appState({ model: { status: 'none' } }) })
export const PanelLoading = panel(() => <SettingsPanel />, { app: appState() })
export const PanelFull = panel(() => <SettingsPanel />, world)
export const PanelPlain = panel(() => <SettingsPanel />, { ...world, details: false })
export const PanelUnfolded = panel(() => <SettingsPanel />, {
  ...world,
  host: {
    ...host,
    models: {
      ...host.models,
      settings: () => ({
        ...stored,
        kv: { ...defaultKvSettings, keyType: 'q8_0', sequences: 2 },
        sampling: { ...defaultSampling, seed: 1 },
      }),
    },
  },
  before: () => {
    foldSettings('cache', true)
    foldSettings('advanced', true)
  },
})
export const PanelEdited = panel(() => <SettingsPanel />, {
  ...world,
  before: () => {
    foldSettings('cache', true)
    changeEdits('qwen', stored, { kv: { keyType: 'q8_0' } })
  },
})
export const PanelCompared = panel(() => <SettingsPanel />, {
  ...world,
  host: { ...host, compare: { measuredPair: () => ({ run: measuredRun(), variant: 1 }) } },
  before: () => {
    foldSettings('cache', true)
    changeEdits('qwen', stored, { kv: { keyType: 'q8_0', valueType: 'q8_0' } })
  },
})
export const PanelError = panel(() => <SettingsPanel />, {
  ...world,
  before: () => changeEdits('qwen', stored, { kv: { contextTokens: 4_000_000 } }),
})
export const PanelLongContext = panel(() => <SettingsPanel />, {
  ...world,
  details: false,
  before: () => {
    foldSettings('all', true)
    changeEdits('qwen', stored, { kv: { contextTokens: 65_536 } })
  },
})
export const PanelSamplers = panel(() => <SettingsPanel />, {
  ...world,
  host: {
    ...host,
    models: { ...host.models, settings: () => ({ kv: defaultKvSettings, sampling: everySampler, defaults: defaultSampling }) },
  },
  before: () => keepTyped('qwen', 'logitBias', 'a text without a bias'),
})
const { draftModelId: _, ...presetSampling } = everySampler
const presets = ['Brief', 'Pneumonoultramicroscopicsilicovolcanoconiosis and other long words'].map((name, index) => ({
  id: String(index),
  name,
  settings: { systemPrompt: 'Be brief.', kv: defaultKvSettings, sampling: presetSampling },
}))
const panelUsing = (presetId: string | null, sampling = everySampler) =>
  panel(() => <SettingsPanel />, {
    ...world,
    host: {
      ...host,
      models: { ...host.models, settings: () => ({ ...stored, sampling }) },
      presets: { list: () => presets, used: () => ({ presetId }), use: () => ({}) },
    },
    before: () => changeComposerText(null, { typedSystemPrompt: 'Be brief.' }),
  })
export const PanelPresets = panelUsing(null)
export const PanelPresetUsed = panelUsing('0')
export const PanelPresetModified = panelUsing('1', { ...everySampler, topK: 3 })
const apiKeys = [
  { name: 'Claude Code', ending: 'x4Tq', createdAtMs: 1_795_000_000_000 },
  { name: endlessWord.slice(0, 64), ending: 'b-0Z', createdAtMs: 1_795_100_000_000 },
]
const apiWith = (status: object, app = appState(), change: Partial<PreferenceValues> = {}) =>
  story(() => <ApiSection />, {
    app,
    host: { api: { read: () => ({ url: null, network: [], failure: null, keys: [], ...status }), makeKey: () => ({ key: 'hr-made' }) } },
    before: () => preferenceStore.setState(({ values }) => ({ values: { ...values, api: true, ...change } })),
  })
export const ApiStarting = apiWith({})
export const ApiOn = apiWith({ url: 'http://127.0.0.1:8080', keys: apiKeys })
export const ApiWithoutModel = apiWith({ url: 'http://127.0.0.1:8080' }, appState({ model: { status: 'none' } }))
export const ApiRefused = apiWith({ failure: { code: 'api-port-in-use', facts: { port: 8080 } } }, appState(), { apiPort: 8080 })
const network = [
  { name: 'eth0', url: 'http://192.168.178.42:8080' },
  { name: 'br-7f3c2a9d81e4', url: 'http://172.18.0.1:8080' },
]
export const ApiOnNetwork = apiWith({ url: 'http://127.0.0.1:8080', network }, appState(), { apiOnNetwork: true })
export const ApiWithoutNetwork = apiWith({ url: 'http://127.0.0.1:8080' }, appState(), { apiOnNetwork: true })
export const PreferencesLoading = story(() => <PreferencesScreen />, { app: appState() })
export const PreferencesPlain = story(() => <PreferencesScreen />, { app: appState(), details: false })
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
