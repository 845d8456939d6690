/** `keepCells` and the ranges in `erase` count cells. All other ranges count positions in the conversation's text. */
import { cellOf, type Gap, gapTokens, newGaps } from './gaps'
import { type OverflowQuestion, planOverflow } from './plan-overflow'

export interface FitQuestion extends Omit<OverflowQuestion, 'gaps'> {
  readonly heldGaps: readonly Gap[]
  /** Length of the common prefix, in positions. */
  readonly commonText: number
  readonly canShift: boolean
}

export interface FittedPrompt {
  readonly gaps: readonly Gap[]
  readonly added: readonly Gap[]
  readonly keepCells: number
  readonly erase: readonly Gap[]
  readonly mustRepeat: boolean
}

export function fitPrompt({ heldGaps, commonText, canShift, ...question }: FitQuestion): FittedPrompt | null {
  const valid = heldGaps.filter(({ to }) => to <= commonText)
  const broken = heldGaps.find(({ to }) => to > commonText)
  const gaps = planOverflow({ ...question, gaps: valid })
  if (!gaps) return null
  const added = newGaps(valid, gaps)
  const common = Math.min(commonText, broken?.from ?? Number.POSITIVE_INFINITY)
  const inCommon = added.filter(({ from }) => from < common).map(({ from, to }) => ({ from, to: Math.min(to, common) }))
  const [first] = inCommon
  if (!canShift && first) return { gaps, added, keepCells: cellOf(valid, first.from), erase: [], mustRepeat: true }
  const erase = inCommon.map(({ from, to }) => ({ from: cellOf(valid, from), to: cellOf(valid, to) }))
  return { gaps, added, keepCells: cellOf(valid, common), erase, mustRepeat: false }
}

export interface MadeRoom {
  readonly gaps: readonly Gap[]
  /** Cell numbers before anything is erased. */
  readonly erase: readonly Gap[]
  readonly tokens: number
}

/** Returns null if no cells can be freed. */
export function makeRoom(question: OverflowQuestion): MadeRoom | null {
  const gaps = planOverflow(question)
  if (!gaps) return null
  const added = newGaps(question.gaps, gaps)
  const erase = added.map(({ from, to }) => ({ from: cellOf(question.gaps, from), to: cellOf(question.gaps, to) }))
  return { gaps, erase, tokens: gapTokens(added) }
}
