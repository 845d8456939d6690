import { type HeldCells, isHole, messageAt, positionIn } from '../../../../core/cells/cell-codes'
import type { HeldToken } from '../../../../core/contract/cache/cache'
import { copy } from '../../../../core/copy/copy'
import type { CellMarks } from './cell-marks'

export interface CellFacts {
  readonly held: HeldCells
  readonly cell: number
  readonly bytesPerCell: number
  /** undefined until loaded. Not loaded for an earlier turn. */
  readonly token: HeldToken | undefined
  readonly isCheckpoint: boolean
  readonly marks: CellMarks
  readonly isExact: boolean
}

export function cellText({ held, cell, bytesPerCell, token, isCheckpoint, marks: { gaps, shared }, isExact }: CellFacts): string {
  const texts = copy.cache.anatomy.cell
  const place = texts.place(cell, held.isRing)
  const position = positionIn(held, cell)
  if (position === undefined) return isHole(held, cell) ? texts.hole(place) : texts.free(place)
  const owner = messageAt(held.spans, position)
  return texts.held(place, {
    position,
    tokens: held.tokens,
    token: token && { id: token.id, text: shownText(token.text) },
    owner: owner && (isExact ? owner : { ...owner, message: null }),
    isReused: position < held.reusedTokens,
    isOutside: position < (held.attendedFrom ?? 0),
    copiedTo: shared && position < shared.tokens ? shared.sequences : [],
    leftTokens: gaps.find(({ at }) => at === position + 1)?.tokens ?? 0,
    hasCheckpoint: isCheckpoint,
    bytes: bytesPerCell,
  })
}

const shownText = (text: string): string => text.replace(/\n/g, '↵').replace(/\t/g, '⇥').replace(/ /g, '␣')
