import type { KvType } from '../../../contract/settings/kv-types'
import { formatBytes } from '../../../text/amounts'
import { tokens } from '../../words/en'

const refused = 'refused'

export const growth = {
  title: 'Growth with the context',
  lines: { label: 'Lines', models: 'Models', types: 'Cache types' },
  axes: { label: 'Axes', log: 'Log', linear: 'Linear' },
  chart: (scale: 'log' | 'linear'): string => `Growth of the cache with the context, ${scale === 'log' ? 'logarithmic' : 'linear'} axes`,
  noCache: 'This model has no cache, so nothing grows.',
  tokens,
  /** null if llama.cpp refuses the settings. */
  cost: (bytes: number | null): string => (bytes === null ? refused : formatBytes(bytes)),
  refused,
  legend: 'Chart lines',
  legendAt: (contextTokens: number): string => `At ${tokens(contextTokens)}, the dotted line:`,
  remove: (name: string): string => `Remove ${name} from the chart`,
  full: 'The chart shows at most four models.',
  compare: 'Compare with',
  comparePlaceholder: 'Compare with…',
}

export const cacheTypes = {
  title: 'By cache type',
  note: 'K and V of the same type; all other settings stay as they are.',
  columns: { type: 'Type', bits: 'Bits', cache: 'Cache', largest: 'Largest context that fits' },
  /** Marks the type that the settings use. */
  set: 'selected',
  cacheAs: (type: KvType): string => `Cache as ${type}`,
  largestAs: (type: KvType): string => `Largest context as ${type}`,
  none: 'none',
  unit: 'tokens',
}
