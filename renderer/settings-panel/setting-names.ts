import { numberFields } from '../settings/number-fields'

const others: Readonly<Record<string, string>> = {
  keyType: 'K type',
  valueType: 'V type',
  flashAttention: 'flash attention',
  swaFullCache: 'full sliding-window cache',
  gpuBackend: 'backend',
  stopTexts: 'stop texts',
  draftModelId: 'draft model',
  ignoreEndOfText: 'never end',
}

export const settingNames = (settings: readonly string[]): string =>
  settings.map((name) => others[name] ?? numberFields[name as keyof typeof numberFields]?.name.toLowerCase() ?? name).join(', ')
