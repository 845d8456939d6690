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

export const safeKvSettings: KvSettings = { ...defaultKvSettings, gpuBackend: 'cpu', gpuLayers: 0, threads: 1 }
