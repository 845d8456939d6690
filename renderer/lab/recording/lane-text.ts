import type { RecordedLane, RecordedLook, Recording } from '../../../core/contract/lab/lab'
import { copy } from '../../../core/copy/copy'
import type { QuestionMode } from '../../../core/lab/experiments/policy-measures'
import { fullCache } from '../../../core/lab/policies/blind/full-cache'
import { cellsRead, quest, questDenseLayers, questPageTokens } from '../../../core/lab/policies/keys/quest'
import { flashTile, flashTileBytes, labTileScores, scoreBytes } from '../../../core/lab/score-tiles'
import { observedQueries } from '../../../core/lab/selection/observation-window'
import type { EvictionPolicy } from '../../../core/lab/selection/policy'
import { type LaneMoment, visibleToken } from './lane-at'

const named = (lane: RecordedLane, token: number): string => visibleToken(lane.tokens[token]?.text ?? '').trim() || ' '

export function stepText({ tokens }: RecordedLane, { step }: LaneMoment, hasEnded: boolean): string {
  const { text = '', probability = null } = tokens[step.firstToken + step.tokens - 1] ?? {}
  const part = step.part === 'old' ? 'prompt' : step.part
  return copy.lab.lanes.step({ part, tokens: step.tokens, lastToken: visibleToken(text), probability, hasEnded })
}

/** Covers all heads and layers. */
export const heldText = ({ bytesPerCell }: Recording, { step: { heldCells }, evictedCells }: LaneMoment): string =>
  copy.lab.lanes.held(heldCells, heldCells * bytesPerCell, evictedCells)

export const perplexityText = ({ perplexity }: LaneMoment): string => (perplexity === null ? '' : copy.lab.lanes.perplexity(perplexity))

/** Rounding would show a smaller share as 0%. */
const leastNamed = 0.005

export function attentionText(lane: RecordedLane, { top, held }: RecordedLook, processed: number): string {
  const most = top.filter(({ weight }) => weight >= leastNamed).slice(0, 3)
  const isAll = most.reduce((sum, { weight }) => sum + weight, 0) > 1 - leastNamed
  const names = most.map(({ token, weight }) => ({ token: named(lane, token), weight }))
  return copy.lab.lanes.attention(named(lane, processed - 1), names, isAll ? null : Math.max(0, held.length - most.length))
}

export function evictedText(lane: RecordedLane, { evicted }: RecordedLook): string {
  if (evicted.length === 0) return copy.lab.lanes.evictedNothing
  const first = evicted.slice(0, 6).map((token) => named(lane, token))
  return copy.lab.lanes.evicted(first, evicted.length - first.length)
}

/** Per head. null for a cache without a budget. */
export const laneBudget = ({ policy }: Pick<RecordedLane, 'policy'>, { budgetTokens }: Pick<Recording, 'budgetTokens'>): number | null =>
  policy === fullCache.name ? null : budgetTokens

/** `cells` is the number of cells that the step's queries could read. */
export function wallText(
  { name, signal, once }: Pick<EvictionPolicy, 'name' | 'signal' | 'once'>,
  { step }: LaneMoment,
  cells: number,
  mode: QuestionMode,
): string {
  if (name === fullCache.name) return ''
  if (once && (step.part === 'answer' || (step.part === 'question' && mode === 'query-agnostic'))) return copy.lab.lanes.choseOnce[mode]
  if (signal === 'reconstruction') return copy.lab.lanes.repeatsPrompt
  if (signal !== 'attention' && signal !== 'window') return copy.lab.lanes.needsNoWeights
  const queries = signal === 'window' ? Math.min(step.tokens, observedQueries) : step.tokens
  return copy.lab.lanes.needsScores({
    queries,
    cells,
    bytes: queries * cells * scoreBytes,
    tileScores: labTileScores,
    tileBytes: labTileScores * scoreBytes,
    flashTile,
    flashBytes: flashTileBytes,
  })
}

export function readText({ policy }: RecordedLane, { step }: LaneMoment, layer: number, cells: number, budgetTokens: number): string {
  if (policy !== quest.name) return ''
  if (step.tokens > 1) return copy.lab.lanes.questReadsPrompt
  if (layer < questDenseLayers) return copy.lab.lanes.questDenseLayers(questDenseLayers)
  const read = cellsRead(cells, budgetTokens)
  return read === cells ? copy.lab.lanes.questReadsAll(cells) : copy.lab.lanes.questReads(read, cells, questPageTokens)
}
