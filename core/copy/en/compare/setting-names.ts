import type { KvSettings } from '../../../contract/settings/kv-settings'
import { formatCount } from '../../../text/amounts'
import { counted } from '../../words/en'

type Amount = number | 'auto'

const amount = (value: Amount, one: string, other: string): string => (value === 'auto' ? `${other} auto` : counted(value, one, other))

/** Parts of a short name such as `q8_0 · 4 threads · batch 512`. */
export const settingNames = {
  contextTokens: (value: Amount): string => `ctx ${value === 'auto' ? 'auto' : formatCount(value)}`,
  flashAttention: (mode: KvSettings['flashAttention']): string => `FA ${mode}`,
  threads: (value: Amount): string => amount(value, 'thread', 'threads'),
  batchTokens: (value: number): string => `batch ${formatCount(value)}`,
  microBatchTokens: (value: number): string => `micro-batch ${formatCount(value)}`,
  gpuLayers: (value: Amount): string => amount(value, 'GPU layer', 'GPU layers'),
  sequences: (value: number): string => counted(value, 'sequence', 'sequences'),
  swaFullCache: (isFull: boolean): string => (isFull ? 'full window' : 'window'),
  build: (build: string): string => `build ${build}`,
  /** Used for imported rows that name no setting. */
  imported: 'imported',
}
