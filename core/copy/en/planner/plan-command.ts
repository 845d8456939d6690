import type { CachePlan, PlannedCache } from '../../../kv/cache-plan'
import type { Room } from '../../../plan/bill'
import type { BillPart } from '../../../plan/bill-part'
import type { Fit, FitChange } from '../../../plan/fit/find-fits'
import type { SettingsProblem } from '../../../plan/plan-settings'
import type { DecodeLimit } from '../../../plan/what-if/decode-limit'
import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import { counted } from '../../words/en'
import { memoryOf } from './memory'

/** A config.json has no tensors, so its weights are estimated or unknown. */
export type CountedWeights = { readonly kind: 'exact' | 'not-counted' } | { readonly kind: 'estimated'; readonly type: string }

function counting(weights: CountedWeights): string {
  switch (weights.kind) {
    case 'exact':
      return ''
    case 'not-counted':
      return ', weights not counted'
    case 'estimated':
      return `, weights estimated as ${weights.type}`
  }
}

interface Memory {
  readonly freeBytes: number
  readonly totalBytes: number
}
const freeOf = ({ freeBytes, totalBytes }: Memory, name: string): string =>
  `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} ${name}`

const formatRate = (perSecond: number): string => formatShort(perSecond, 1)

function fitChange(change: FitChange): string {
  switch (change.kind) {
    case 'cache-type':
      return `K and V as ${change.type}`
    case 'context':
      return `a context of ${counted(change.contextTokens, 'token', 'tokens')}`
    case 'sequences':
      return counted(change.sequences, 'sequence', 'sequences')
    case 'gpu-layers':
      return counted(change.gpuLayers, 'GPU layer', 'GPU layers')
    case 'file-type':
      return `weights as ${change.type}`
  }
}

export const planTable = {
  title(name: string, parameters: number | null, { architecture, assumed }: CachePlan): string {
    const size = parameters === null ? '' : `, ${counted(parameters, 'parameter', 'parameters')}`
    const rule = assumed ? ', computed by the formula for ordinary attention: the installed llama.cpp does not know this architecture' : ''
    return `${name} (${architecture}${size}${rule})`
  },
  context: ({ cellsPerSequence, sequences, microBatchTokens }: CachePlan['sizes']): string =>
    `${counted(cellsPerSequence, 'cell', 'cells')} per sequence, ${counted(sequences, 'sequence', 'sequences')}, micro-batch ${formatCount(microBatchTokens)}`,
  refused: (code: string, message: string): string => `Refused (${code}): ${message}`,
  total: 'total',
  source: ({ source, errorShare }: BillPart): string =>
    source === 'estimate' && errorShare !== null ? `estimate ±${formatPercent(errorShare)}` : source,
  cache: ({ cells, streams, layers, bytes }: PlannedCache): string =>
    `${counted(layers, 'layer', 'layers')} x ${counted(cells, 'cell', 'cells')} x ${counted(streams, 'stream', 'streams')}: ${formatCount(bytes)} bytes`,
  fits(rooms: readonly Room[], weights: CountedWeights, ram: Memory, vram: Memory | null): string {
    const short = rooms.filter(({ spareBytes }) => spareBytes < 0)
    const listed = (some: readonly Room[]) =>
      some.map((room) => `${formatBytes(Math.abs(room.spareBytes))} of ${memoryOf(room)}`).join(' and ')
    const free = [freeOf(ram, 'RAM'), ...(vram ? [freeOf(vram, 'VRAM')] : [])].join(' and ')
    return `${short.length > 0 ? 'Does not fit' : 'Fits'}${counting(weights)}: ${free} ${vram ? 'are' : 'is'} free; ${
      short.length > 0
        ? `up to ${listed(short)} ${short.length > 1 ? 'are' : 'is'} missing`
        : `at least ${listed(rooms)} ${rooms.length > 1 ? 'stay' : 'stays'} free`
    }`
  },
  /** `gigabytesPerSecond` is decimal. `empty`, `full`: tokens per second. */
  decode: (gigabytesPerSecond: number, limit: DecodeLimit): string =>
    `Decode at ${formatCount(gigabytesPerSecond)} GB/s: at most ${formatRate(limit.empty)} tokens/s with an empty context, ${formatRate(limit.full)} with a full one (${formatBytes(limit.bytes.weights)} of weights and ${formatBytes(limit.bytes.cache)} of cache per token)`,
  fitTitle: 'What would make it fit, each change by itself:',
  fitPairsTitle: 'What would make it fit, two changes at a time:',
  noFit: 'No two changes make it fit.',
  nothingToChange: 'It fits: there is nothing to change.',
  fit: ({ changes, savedBytes, spareBytes }: Fit): string =>
    `${changes.map(fitChange).join(' and ')}: ${formatBytes(savedBytes)} less, ${formatBytes(spareBytes)} stays free`,
  sequence: (bytes: number): string => `One more sequence: ${formatBytes(bytes)} of cache`,
  thousandTokens: (bytes: number): string => `1,000 more tokens: ${formatBytes(bytes)} of cache`,
  /** 0 if no context fits. */
  largest: (contexts: readonly { readonly type: string; readonly contextTokens: number }[], weights: CountedWeights): string =>
    `Largest context that fits${counting(weights)}, by type of K and V: ${contexts
      .map(({ type, contextTokens }) => `${type} ${contextTokens === 0 ? 'none' : formatCount(contextTokens)}`)
      .join(', ')}`,
}

/** Names settings as in JSON, not as flags. */
export function settingsProblemText(problem: SettingsProblem): string {
  switch (problem.kind) {
    case 'wrong-value':
      return `settings${problem.path.map((key) => `.${key}`).join('')}: ${problem.quoted}`
    case 'both-given':
      return `settings: give ${problem.names.join(' or ')}, not both`
    case 'needs-other':
      return `settings: ${problem.name} needs ${problem.other}`
  }
}

export const planArguments = 'plan takes one argument: a .gguf file, a config.json, an address, or "-" for JSON lines'

export const planLine = {
  notJson: (quoted: string): string => `not JSON: ${quoted}`,
  expected: 'expected {"file": "...", "settings": {...}}',
}
