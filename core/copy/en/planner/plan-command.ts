/** The texts of `headroom plan`. */
import type { CachePlan, PlannedCache } from '../../../kv/cache-plan'
import type { BillPart } from '../../../plan/bill-part'
import type { SettingsProblem } from '../../../plan/plan-settings'
import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import { counted } from '../../words/en'

/** A config.json has no tensors, so its weights are unknown. */
const uncounted = (hasWeights: boolean): string => (hasWeights ? '' : ', weights not counted')

export const planTable = {
  title(name: string, parameters: number | null, { architecture, assumed }: CachePlan): string {
    const size = parameters === null ? '' : `, ${counted(parameters, 'parameter', 'parameters')}`
    const rule = assumed ? ', computed by the formula for ordinary attention: the installed llama.cpp does not know it' : ''
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
  fits: (
    fits: boolean,
    hasWeights: boolean,
    { freeBytes, totalBytes }: { readonly freeBytes: number; readonly totalBytes: number },
  ): string =>
    `${fits ? 'Fits' : 'Does not fit'}${uncounted(hasWeights)}: ${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} RAM is free`,
  sequence: (bytes: number): string => `One more sequence: ${formatBytes(bytes)} of cache`,
  thousandTokens: (bytes: number): string => `1,000 more tokens: ${formatBytes(bytes)} of cache`,
  /** 0: nothing fits. */
  largest: (contexts: readonly { readonly type: string; readonly contextTokens: number }[], hasWeights: boolean): string =>
    `Largest context that fits${uncounted(hasWeights)}, by type of K and V: ${contexts
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
