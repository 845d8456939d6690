import type { RecordedLane, RecordedLook, Recording } from '../../../core/contract/lab/lab'
import { fullCache } from '../../../core/lab/policies/full-cache'
import { cellsRead, quest, questDenseLayers, questPageTokens } from '../../../core/lab/policies/quest'
import type { LaneFault } from '../../../core/lab/recording/limits'
import { observedQueries } from '../../../core/lab/selection/observation-window'
import type { EvictionPolicy, Signal } from '../../../core/lab/selection/policy'
import { formatBytes, formatCount, formatPercent } from '../../../core/text/amounts'
import { formatNumber } from '../../../core/text/number-language'
import { type LaneMoment, visibleToken } from './lane-at'

export const policyTitles: Readonly<Record<string, string>> = {
  full: 'Full cache',
  window: 'Sliding window',
  'streaming-llm': 'StreamingLLM',
  h2o: 'H2O',
  scissorhands: 'Scissorhands',
  tova: 'TOVA',
  snapkv: 'SnapKV',
  'snapkv-each-step': 'SnapKV at each step',
  pyramidkv: 'PyramidKV',
  'ada-kv': 'Ada-KV',
  'r-kv': 'R-KV',
  quest: 'Quest',
  triattention: 'TriAttention',
}
export const policyTitle = (name: string): string => policyTitles[name] ?? name

export const signalTexts: Readonly<Record<Signal, string>> = {
  none: 'reads no signal',
  attention: 'reads every attention weight',
  window: 'reads the attention of the last queries',
  keys: 'reads keys',
  geometry: 'reads keys and what was measured beforehand',
}

export const faultNames: Readonly<Record<LaneFault, string>> = {
  none: 'No fault',
  'positions-restart': 'Positions at 0',
  'keeps-old-cells': 'No reset',
}
export const faultNotes: Readonly<Record<LaneFault, string>> = {
  none: 'As it should be.',
  'positions-restart': 'Every token of the answer says that it stands at position 0. It then sees only what stands there too.',
  'keeps-old-cells': 'The cells of the conversation before stay, at positions that the new prompt uses again.',
}

const named = (lane: RecordedLane, token: number): string => `“${visibleToken(lane.tokens[token]?.text ?? '').trim() || ' '}”`

/** `This step read 16 tokens of the prompt, up to “sled”.` A lane that ended earlier stays at its last step. */
export function stepText({ tokens }: RecordedLane, { step }: LaneMoment, hasEnded: boolean): string {
  const { text = '', probability = null } = tokens[step.firstToken + step.tokens - 1] ?? {}
  const last = visibleToken(text)
  const sure = probability === null ? '' : `, of which it was ${formatPercent(probability)} sure`
  const when = hasEnded ? 'Ended before; its last step' : 'This step'
  if (step.part === 'answer') return `${when} wrote “${last}”${sure}.`
  return `${when} read ${step.tokens === 1 ? 'one token' : `${formatCount(step.tokens)} tokens`} of the prompt, up to “${last}”.`
}

/** Over all heads and layers: `Holds 1,152 cells (1.13 MiB) of 1,740 that it wrote: 588 evicted, 33.8 %.` */
export function heldText({ bytesPerCell }: Recording, { step, evictedCells }: LaneMoment): string {
  const { heldCells } = step
  const written = heldCells + evictedCells
  const held = `Holds ${formatCount(heldCells)} cells (${formatBytes(heldCells * bytesPerCell)})`
  return evictedCells === 0
    ? `${held}: all that it wrote.`
    : `${held} of ${formatCount(written)} that it wrote: ${formatCount(evictedCells)} evicted, ${formatPercent(evictedCells / written, 1)}.`
}

export const perplexityText = ({ perplexity }: LaneMoment): string =>
  perplexity === null ? '' : `Perplexity of the prompt so far: ${formatNumber(perplexity, 2)} (1 is certainty).`

const otherCells = (count: number): string => (count === 1 ? 'one other cell has' : `${formatCount(count)} other cells share`)

/** Shares are whole percentages, so a smaller share would read as 0. */
const leastNamed = 0.005

/** `“sled” looks most at “<|im_start|>” (41 %), “The” (12 %); 62 other cells share the rest.` */
export function attentionText(lane: RecordedLane, { top, held }: RecordedLook, processed: number): string {
  const most = top.filter(({ weight }) => weight >= leastNamed).slice(0, 3)
  const names = most.map(({ token, weight }) => `${named(lane, token)} (${formatPercent(weight)})`)
  const isAll = most.reduce((sum, { weight }) => sum + weight, 0) > 1 - leastNamed
  const rest = isAll ? '' : `; ${otherCells(Math.max(0, held.length - most.length))} the rest`
  return `${named(lane, processed - 1)} looks ${isAll ? '' : 'most '}at ${names.join(', ')}${rest}.`
}

/** What this step evicted from the head shown. */
export function evictedText(lane: RecordedLane, { evicted }: RecordedLook): string {
  if (evicted.length === 0) return 'Nothing was evicted from this head in this step.'
  const first = evicted.slice(0, 6).map((token) => named(lane, token))
  const more = evicted.length - first.length
  return `Evicted from this head in this step: ${first.join(' ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`
}

/** Scores that the Lab's attention holds per tile: `defaultTileCells` of lab/attention/online.ts. */
const tileScores = 32
/** FlashAttention-2's largest tile, queries x keys (Dao, arXiv:2307.08691, section 3.3: 64 or 128 of each). */
const flashTile = [128, 128] as const
const scoreBytes = Float32Array.BYTES_PER_ELEMENT

/** `64 cells per head`; '' for a cache without a budget. */
export const budgetText = (policy: string, { budgetTokens }: Recording): string =>
  policy === fullCache.name ? '' : `${formatCount(budgetTokens)} cells per head`

/** Wall 1: the cost of the signal that the policy reads. `cells`: those that the step's queries could read. */
export function wallText(
  { name, signal, once }: Pick<EvictionPolicy, 'name' | 'signal' | 'once'>,
  { step }: LaneMoment,
  cells: number,
): string {
  if (name === fullCache.name) return ''
  if (once && step.part === 'answer') return 'It chose once, when the prompt had been read; the answer comes on top of its budget.'
  if (signal !== 'attention' && signal !== 'window')
    return 'To choose it needs no attention weights: it works beside a fused kernel, which never writes them down.'
  const rows = signal === 'window' ? Math.min(step.tokens, observedQueries) : step.tokens
  const scores = rows * cells
  return (
    `To choose it has to see ${formatCount(rows)} × ${formatCount(cells)} scores of each head (${formatBytes(scores * scoreBytes)}). ` +
    `The Lab’s own attention holds ${formatCount(tileScores)} at a time (${formatBytes(tileScores * scoreBytes)}) and forgets them; ` +
    `a fused kernel such as FlashAttention-2 forgets a tile of at most ${flashTile.join(' × ')} (${formatBytes(flashTile[0] * flashTile[1] * scoreBytes)}), however long the text.`
  )
}

/** What Quest does instead of evicting; '' for other policies. */
export function readText({ policy }: RecordedLane, { step }: LaneMoment, layer: number, cells: number, budgetTokens: number): string {
  if (policy !== quest.name) return ''
  if (step.tokens > 1) return 'Prompts are read in full: their queries would each want other pages.'
  if (layer < questDenseLayers) return `The first ${questDenseLayers} layers read all cells, as the authors have it.`
  const read = cellsRead(cells, budgetTokens)
  return read === cells
    ? `Each query read all ${formatCount(cells)} cells: the budget is as large.`
    : `Each query read ${formatCount(read)} of ${formatCount(cells)} cells, pages of ${questPageTokens} and the one being written: that saves reads, not memory.`
}
