import type { KvType } from '../../../contract/settings/kv-types'
import type { LayerKind } from '../../../kv/layer-kinds'
import { formatBytes, formatCount } from '../../../text/amounts'
import { counted } from '../../words/en'

export const list = {
  search: 'Search models',
  origin: 'Source',
  allOrigins: 'All sources',
  sort: 'Sort by',
  sorts: {
    recent: 'Last used',
    name: 'Name',
    size: 'Size',
    parameters: 'Parameters',
    trained: 'Trained context',
    fits: 'Context that fits',
    cost: 'Cache per 1,000 tokens',
  },
  kvType: 'K and V type of the cache',
  cacheType: (type: KvType): string => `Cache ${type}`,
  count: (shown: number, all: number): string =>
    shown === all ? counted(all, 'model', 'models') : `${formatCount(shown)} of ${counted(all, 'model', 'models')}`,
  weights: 'Weights',
  fits: 'Tokens that fit',
  fitsMeaning: 'The longest context that fits into the free memory, and the model’s trained context',
  plainFits: 'Fits now',
  plainFitsMeaning: 'Whether the free memory is enough to chat with the model now',
  cost: 'Cache / 1,000',
  costMeaning: 'Cache memory for 1,000 tokens with K and V of the chosen type, and how many layers use each kind of cache',
  region: 'Models on this machine',
  nothingFound: 'No model matches.',
  showAll: 'Show all models',
  onlyPocket:
    'Pocket is only a tiny demo. For real work, get a model that fits this computer, or open a model file (.gguf) that you already have.',
  getModel: 'Get a model',
  addFolder: 'Add a folder',
}

const bytesText = (bytes: number | null): string => (bytes === null ? 'refused' : bytes === 0 ? 'nothing' : formatBytes(bytes))

export const row = {
  loaded: 'loaded',
  missing: 'missing',
  noTemplate: 'no template',
  noTemplateMeaning:
    'This file has no chat template. Headroom uses the closest known one, which may differ from the one the model was trained with. You can set another one (with Details for experts: More, Chat template).',
  load: 'Load',
  loadNamed: (name: string): string => `Load ${name}`,
  loading: 'Loading…',
  /** undefined if not known yet. null if the file cannot be read now. */
  fits(tokens: number | null | undefined): string {
    if (tokens === undefined) return '…'
    if (tokens === null) return '–'
    return tokens === 0 ? 'does not fit' : formatCount(tokens)
  },
  plainFits(tokens: number | null | undefined): string {
    if (tokens === undefined) return '…'
    if (tokens === null) return 'cannot be read'
    return tokens === 0 ? 'does not fit' : 'fits'
  },
  /** 0 if the file does not say. */
  trained: (tokens: number): string => (tokens > 0 ? `of ${formatCount(tokens)}` : 'trained length unknown'),
  /** null if llama.cpp refuses the type. */
  cost: bytesText,
  costOfTypes: (costs: readonly (readonly [KvType, number | null])[]): string =>
    `1,000 more tokens, with K and V of the same type: ${costs.map(([type, bytes]) => `${type} ${bytesText(bytes)}`).join(' · ')}`,
  costUnknown: 'known after the next scan of the folders',
}

const kinds: Readonly<Record<LayerKind, string>> = {
  full: 'full attention',
  sinks: 'sinks and a window',
  sliding: 'sliding window',
  compressed: 'compressed',
  indexer: 'indexer',
  recurrent: 'recurrent state',
  none: 'no separate cache',
}

export const layers = {
  legend: 'Layers:',
  kinds,
  /** For example `40 sliding window, 8 full attention`. */
  counts: (counts: readonly (readonly [LayerKind, number])[]): string =>
    counts.map(([kind, count]) => `${formatCount(count)} ${kinds[kind]}`).join(', '),
  label: (counts: string): string => `Layers: ${counts}`,
  none: 'llama.cpp creates no cache for this model',
}

export const menu = {
  plan: 'Plan its memory',
  template: 'Chat template…',
  reveal: 'Show in its folder',
  copyPath: 'Copy its path',
  copyIn: 'Copy into Headroom’s folder',
  moveIn: 'Move into Headroom’s folder',
  forget: 'Remove from the list',
  remove: 'Remove from disk…',
  removeElsewhere: (program: string): string => `Remove it with ${program}`,
  removal: {
    title: (name: string): string => `Remove ${name} from disk?`,
    text(parts: number, bytes: number, path: string, isDesktop: boolean): string {
      const files =
        parts > 1 ? `${formatCount(parts)} files (${formatBytes(bytes)} in all); the first is ${path}.` : `${path}, ${formatBytes(bytes)}.`
      const [it, goes, is] = parts > 1 ? ['They', 'go', 'are'] : ['It', 'goes', 'is']
      return isDesktop
        ? `${files} ${it} ${goes} to the system’s trash.`
        : `${files} ${it} ${is} deleted permanently. Your conversations are kept.`
    },
    keep: 'Keep it',
    remove: 'Remove',
  },
}
