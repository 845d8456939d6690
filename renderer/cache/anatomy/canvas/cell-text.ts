import { type HeldCells, isHole, messageAt, positionIn } from '../../../../core/cells/cell-codes'
import type { CellGap, HeldToken } from '../../../../core/contract/cache/cache'
import { formatBytes, formatCount } from '../../../../core/text/amounts'
import { cellKinds } from '../../cells/cell-kinds'

export interface CellFacts {
  readonly held: HeldCells
  readonly cell: number
  readonly bytesPerCell: number
  /** undefined: not requested, or not here yet. */
  readonly token: HeldToken | undefined
  /** A checkpoint was taken right after this cell's token. */
  readonly isCheckpoint: boolean
  /** Parts of the conversation that have left the cells. */
  readonly gaps: readonly CellGap[]
  /** Leading tokens that other sequences hold too, and the name of those sequences. */
  readonly shared: { readonly tokens: number; readonly others: string } | undefined
  /** The spans are exact to the token, so messages can be counted. */
  readonly isExact: boolean
}

export function cellText({ held, cell, bytesPerCell, token, isCheckpoint, gaps, shared, isExact }: CellFacts): string {
  const where = `${held.isRing ? 'Place' : 'Cell'} ${formatCount(cell + 1)}`
  const position = positionIn(held, cell)
  if (position === undefined) return isHole(held, cell) ? `${where}: a hole that dropped tokens left; new ones take it` : `${where}: free`
  const left = gaps.find(({ at }) => at === position + 1)
  const parts = [
    `token ${formatCount(position + 1)} of ${formatCount(held.tokens)}`,
    ...(token ? [`“${shownText(token.text)}” (${formatCount(token.id)})`] : []),
    ownerText(held, position, gaps, isExact),
    ...(position < held.reusedTokens ? ['reused'] : []),
    ...(shared && position < shared.tokens ? [`copied: also in ${shared.others}`] : []),
    ...(left ? [`${formatCount(left.tokens)} tokens after it have left`] : []),
    ...(isCheckpoint ? ['checkpoint after it'] : []),
    formatBytes(bytesPerCell),
  ]
  return `${where}: ${parts.join(' · ')}`
}

function ownerText({ spans }: HeldCells, position: number, gaps: readonly CellGap[], isExact: boolean): string {
  const owner = messageAt(spans, position, gaps)
  if (!owner) return 'not known any more'
  const { holds, message } = owner
  if (message === null || !isExact) return cellKinds[holds].name.toLowerCase()
  return `message ${formatCount(message)}, ${holds === 'user' ? 'yours' : 'the model’s'}`
}

/** Shows spaces, tabs and line ends as visible signs. */
const shownText = (text: string): string => text.replace(/\n/g, '↵').replace(/\t/g, '⇥').replace(/ /g, '␣')
