import { formatBytes, formatCount } from '../../../text/amounts'
import { counted, time } from '../../words/en'
import { fleet } from './fleet'
import { formula, memoryClasses } from './formula'
import { cacheTypes, growth } from './growth'
import { layerKinds, layers, layerTable } from './layers'
import { headline, memory, partMeaning } from './memory'
import { publishedFigures } from './published-figures'
import { settings } from './settings'
import { whatIf } from './what-if'

const sources = {
  label: 'Model source',
  tabs: { models: 'Library', presets: 'Presets', other: 'Other' },
  model: { label: 'Model from the library', placeholder: 'Choose a model', missing: 'The file has moved or was deleted.' },
  preset: { label: 'Preset', placeholder: 'Choose a well-known model' },
  file: { label: 'File to plan for', open: 'Open a file…' },
  address: { label: 'Path or address to plan for', placeholder: 'Path or https:// address', plan: 'Plan' },
  config: { label: 'Text of a config.json', placeholder: 'Or paste a config.json here', plan: 'Plan this config.json' },
}

const presetNotes = {
  'smollm2-135m': 'Very small; three query heads share a KV head',
  'llama-2-7b': 'Every query head has its own KV head',
  'falcon-mamba-7b': 'Recurrent: no cache that grows',
  'gemma-3n-e4b': 'The last 15 layers reuse the cache of earlier layers',
  'llama-3.1-8b': 'Four query heads share a KV head',
  'gemma-3-27b': 'Five sliding-window layers for each full one',
  'qwen3-30b-a3b': '128 experts, one cache',
  'qwen3-32b': 'Eight query heads share a KV head',
  'jamba-mini': 'Hybrid: one layer in eight has attention',
  'qwen3-next-80b-a3b': 'Hybrid: three recurrent layers for each attention layer',
  'llama-4-scout': 'Attention in chunks of 8,192 tokens; context of up to 10 million',
  'gpt-oss-120b': 'Every other layer has a window of 128 tokens',
  'llama-3.1-405b': 'Sixteen query heads share a KV head',
  'deepseek-v3': 'Latent attention (MLA): one short vector for all heads',
  'deepseek-v3.2': 'MLA with an indexer that picks cells',
}

const subject = {
  /** `memoryClass` is undefined if the settings are refused. `trainedTokens` is 0 if unknown. */
  facts: (architecture: string, memoryClass: string | undefined, layers: number, trainedTokens: number): string =>
    [
      architecture,
      memoryClass,
      counted(layers, 'layer', 'layers'),
      trainedTokens > 0 ? `trained context: ${formatCount(trainedTokens)} tokens` : undefined,
    ]
      .filter(Boolean)
      .join(' · '),
  assumed: 'assumed',
  assumedMeaning: (release: string, architecture: string): string =>
    `llama.cpp v${release} does not know the architecture “${architecture}”. The plan uses the formula for ordinary attention; a later release may differ.`,
  /** Precedes the address of the configuration. */
  preset: (note: string): string => `${note}. Shape: `,
}

export const planner = {
  title: 'Planner',
  purpose: 'How much memory a model needs, before you load it.',
  choices: 'What to plan',
  plan: 'Plan',
  empty: 'No plan yet. Choose a model, a preset, a file, or an address.',
  reading: (name: string): string => `Reading ${name}…`,
  sources,
  presetNotes,
  subject,
  settings,
  headline,
  partMeaning,
  memory,
  freeMemory: {
    reading: (at: number, ram: number, vram: number | null): string =>
      `Free memory at ${time(at)}: ${formatBytes(ram)}${vram === null ? '' : ` of RAM, ${formatBytes(vram)} of VRAM`}`,
    again: 'Read it again',
  },
  layerKinds,
  layers,
  layerTable,
  growth,
  cacheTypes,
  memoryClasses,
  formula,
  publishedFigures,
  whatIf,
  fleet,
}
