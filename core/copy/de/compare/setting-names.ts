import type { KvSettings } from '../../../contract/settings/kv-settings'
import { formatCount } from '../../../text/amounts'
import type { settingNames as english } from '../../en/compare/setting-names'
import { counted } from '../../words/de'

const amount = (value: number | 'auto', one: string, other: string): string =>
  value === 'auto' ? `${other} auto` : counted(value, one, other)

const modes: Readonly<Record<KvSettings['flashAttention'], string>> = { auto: 'auto', on: 'an', off: 'aus' }

export const settingNames: typeof english = {
  contextTokens: (value) => `Kontext ${value === 'auto' ? 'auto' : formatCount(value)}`,
  flashAttention: (mode) => `FA ${modes[mode]}`,
  threads: (value) => amount(value, 'Thread', 'Threads'),
  batchTokens: (value) => `Batch ${formatCount(value)}`,
  microBatchTokens: (value) => `Micro-Batch ${formatCount(value)}`,
  gpuLayers: (value) => amount(value, 'GPU-Schicht', 'GPU-Schichten'),
  sequences: (value) => counted(value, 'Sequenz', 'Sequenzen'),
  swaFullCache: (isFull) => (isFull ? 'volles Fenster' : 'Fenster'),
  build: (build) => `Build ${build}`,
  imported: 'importiert',
}
