/** What a model is loaded with that nobody has set anything for. Without the schemas: a window plans with it too. */
import type { KvSettings } from './kv-settings'

export const defaultKvSettings: KvSettings = {
  contextTokens: 'auto',
  keyType: 'f16',
  valueType: 'f16',
  sequences: 1,
  batchTokens: 512,
  checkpointMebibytes: 'auto',
  swaFullCache: false,
  flashAttention: 'auto',
  threads: 'auto',
  gpuBackend: 'auto',
  gpuLayers: 'auto',
}

/** Settings that every model and machine can bear: offered after an engine has died three times on others. */
export const safeKvSettings: KvSettings = { ...defaultKvSettings, gpuBackend: 'cpu', gpuLayers: 0, threads: 1 }
