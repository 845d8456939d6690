import type { CompareVariant, ServerSetting } from '../contract/compare/compare-variants'
import type { KvSettings } from '../contract/settings/kv-settings'
import { shownModelName } from '../remote/server-facts'
import { isOnServer, localVariants } from './on-server'

export interface SettingWords {
  contextTokens(value: KvSettings['contextTokens']): string
  flashAttention(mode: KvSettings['flashAttention']): string
  threads(value: KvSettings['threads']): string
  batchTokens(value: number): string
  gpuLayers(value: KvSettings['gpuLayers']): string
  sequences(value: number): string
  swaFullCache(isFull: boolean): string
}

const typesName = ({ keyType, valueType }: Pick<KvSettings, 'keyType' | 'valueType'>): string =>
  keyType === valueType ? keyType : `${keyType} / ${valueType}`

const others: readonly { readonly key: keyof KvSettings; readonly write: (settings: KvSettings, words: SettingWords) => string }[] = [
  { key: 'contextTokens', write: ({ contextTokens }, words) => words.contextTokens(contextTokens) },
  { key: 'flashAttention', write: ({ flashAttention }, words) => words.flashAttention(flashAttention) },
  { key: 'threads', write: ({ threads }, words) => words.threads(threads) },
  { key: 'batchTokens', write: ({ batchTokens }, words) => words.batchTokens(batchTokens) },
  { key: 'gpuLayers', write: ({ gpuLayers }, words) => words.gpuLayers(gpuLayers) },
  { key: 'gpuBackend', write: ({ gpuBackend }) => gpuBackend },
  { key: 'sequences', write: ({ sequences }, words) => words.sequences(sequences) },
  { key: 'swaFullCache', write: ({ swaFullCache }, words) => words.swaFullCache(swaFullCache) },
]

const serverSettingName = ({ name, model, serverName }: ServerSetting): string =>
  name.trim() || [shownModelName(model), serverName].filter(Boolean).join(' · ')

export function variantNames(variants: readonly CompareVariant[], words: SettingWords): readonly string[] {
  const local = localVariants(variants)
  const differing = others.filter(({ key }) => local.some((settings) => settings[key] !== local[0]?.[key]))
  const names = variants.map((variant) =>
    isOnServer(variant)
      ? serverSettingName(variant)
      : [typesName(variant), ...differing.map(({ write }) => write(variant, words))].join(' · '),
  )
  return names.map((name, at) => {
    const earlier = names.slice(0, at).filter((other) => other === name).length
    return earlier === 0 ? name : `${name} (${earlier + 1})`
  })
}

export const changedNames = (settings: KvSettings, words: SettingWords): readonly string[] =>
  others.filter(({ key }) => tunedKeys.includes(key)).map(({ write }) => write(settings, words))
const tunedKeys: readonly (keyof KvSettings)[] = ['threads', 'flashAttention', 'batchTokens', 'gpuLayers']
