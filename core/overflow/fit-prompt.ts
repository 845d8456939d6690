/**
 * A prompt that has to fit into a context: what stays in the cells, what is erased from them, and what has to be processed.
 *
 * Positions of the conversation's text come in, and numbers of cells go out.
 */
import { cellOf, type Gap, gapTokens, newGaps } from './gaps'
import { type OverflowQuestion, planOverflow } from './plan-overflow'

export interface FitQuestion extends Omit<OverflowQuestion, 'gaps'> {
  /** What had left the sequence when the turn began. */
  readonly heldGaps: readonly Gap[]
  /** Leading positions that the sequence's text and the prompt share. */
  readonly commonText: number
  /** Cells can be moved to close a gap. */
  readonly canShift: boolean
}

export interface FittedPrompt {
  /** What is not in the context from now on. */
  readonly gaps: readonly Gap[]
  /** Of those, what leaves now. */
  readonly added: readonly Gap[]
  /** Leading cells of the sequence, as it is, to cut it down to first. */
  readonly keepCells: number
  /** Cells to erase then. */
  readonly erase: readonly Gap[]
  /** Cells were given up that would have been kept where they can be moved. */
  readonly mustRepeat: boolean
}

/** null: there is no room for the prompt. */
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
  /** In cells of the sequence as it is. */
  readonly erase: readonly Gap[]
  readonly tokens: number
}

/** Room for more tokens of an answer that is being written; null: there is none to be made. */
export function makeRoom(question: OverflowQuestion): MadeRoom | null {
  const gaps = planOverflow(question)
  if (!gaps) return null
  const added = newGaps(question.gaps, gaps)
  const erase = added.map(({ from, to }) => ({ from: cellOf(question.gaps, from), to: cellOf(question.gaps, to) }))
  return { gaps, erase, tokens: gapTokens(added) }
}
