/** Short names for settings shown together: the types of K and V, and every other setting that differs. */
import type { KvSettings } from '../contract/settings/kv-settings'
import { formatCount } from '../text/amounts'

/** `q8_0`, or `q8_0 / q4_0` if K and V differ. */
const typesName = ({ keyType, valueType }: Pick<KvSettings, 'keyType' | 'valueType'>): string =>
  keyType === valueType ? keyType : `${keyType} / ${valueType}`

const amount = (value: number | 'auto', unit: string): string => (value === 'auto' ? `${unit} auto` : `${formatCount(value)} ${unit}`)

/** How each other setting appears in a name. */
const others: readonly { readonly key: keyof KvSettings; readonly write: (settings: KvSettings) => string }[] = [
  { key: 'contextTokens', write: ({ contextTokens }) => `ctx ${contextTokens === 'auto' ? 'auto' : formatCount(contextTokens)}` },
  { key: 'flashAttention', write: ({ flashAttention }) => `FA ${flashAttention}` },
  { key: 'threads', write: ({ threads }) => (threads === 1 ? '1 thread' : amount(threads, 'threads')) },
  { key: 'batchTokens', write: ({ batchTokens }) => `batch ${formatCount(batchTokens)}` },
  { key: 'gpuLayers', write: ({ gpuLayers }) => amount(gpuLayers, 'GPU layers') },
  { key: 'gpuBackend', write: ({ gpuBackend }) => gpuBackend },
  { key: 'sequences', write: ({ sequences }) => amount(sequences, 'sequences') },
  { key: 'swaFullCache', write: ({ swaFullCache }) => (swaFullCache ? 'full window' : 'window') },
]

/** One name per setting, in order. Equal settings are numbered. */
export function variantNames(variants: readonly KvSettings[]): readonly string[] {
  const differing = others.filter(({ key }) => variants.some((settings) => settings[key] !== variants[0]?.[key]))
  const names = variants.map((settings) => [typesName(settings), ...differing.map(({ write }) => write(settings))].join(' · '))
  return names.map((name, at) => {
    const earlier = names.slice(0, at).filter((other) => other === name).length
    return earlier === 0 ? name : `${name} (${earlier + 1})`
  })
}

/** The settings that a search may change, whether it did or not. */
export const changedNames = (settings: KvSettings): readonly string[] =>
  others.filter(({ key }) => tunedKeys.includes(key)).map(({ write }) => write(settings))
const tunedKeys: readonly (keyof KvSettings)[] = ['threads', 'flashAttention', 'batchTokens', 'gpuLayers']
