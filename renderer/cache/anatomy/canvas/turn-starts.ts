import type { CellSpan } from '../../../../core/contract/cache/cache'
import type { StoredMessage } from '../../../../core/contract/chat/conversations'

export interface TurnStart {
  /** Counts from 1, as in `TurnMoment`. */
  readonly turn: number
  /** Of the first token of its first message that the cells hold. */
  readonly position: number
}

/** A turn has the messages since the previous answer, and its answer. Leaves out turns without a token in the cells. */
export function turnStarts(messages: readonly Pick<StoredMessage, 'role'>[], spans: readonly CellSpan[]): TurnStart[] {
  const turnOf: number[] = []
  let turn = 1
  for (const { role } of messages) {
    turnOf.push(turn)
    if (role === 'assistant') turn++
  }
  const starts: TurnStart[] = []
  for (const { from, message } of spans) {
    const its = message === undefined ? undefined : turnOf[message - 1]
    if (its !== undefined && its > (starts.at(-1)?.turn ?? 0)) starts.push({ turn: its, position: from })
  }
  return starts
}

export interface TurnLabel {
  readonly first: TurnStart
  readonly lastTurn: number
  /** In pixels. */
  readonly top: number
}

/** One label for all turns whose labels would overlap. `tops` are those of the cells' rows, in the order of the turns. */
export function turnLabels(starts: readonly TurnStart[], tops: readonly number[], height: number): TurnLabel[] {
  const labels: TurnLabel[] = []
  for (const [at, first] of starts.entries()) {
    const top = tops[at] as number
    const before = labels.at(-1)
    if (before && top < before.top + height) labels[labels.length - 1] = { ...before, lastTurn: first.turn }
    else labels.push({ first, lastTurn: first.turn, top })
  }
  return labels
}
