/** Pieces of an answer with nearly equal numbers of gaps. */
import type { TurnPiece } from '../contract/chat/turn'
import { median } from './percentile'

const mostPieces = 16
/** The median of fewer gaps says little. */
const leastGaps = 8

/** `cells` are those in use at the end of each gap. `firstTokenMs` is the time from sending the message to the first token. */
export function turnPieces(gapsMs: ArrayLike<number>, cells: ArrayLike<number>, firstTokenMs: number): TurnPiece[] {
  const gaps = gapsMs.length
  const pieces = Math.min(mostPieces, Math.floor(gaps / leastGaps))
  let endMs = firstTokenMs
  return Array.from({ length: pieces }, (_, piece) => {
    const [from, to] = [Math.floor((gaps * piece) / pieces), Math.floor((gaps * (piece + 1)) / pieces)]
    const own = Array.from({ length: to - from }, (_, at) => gapsMs[from + at] as number)
    endMs += own.reduce((sum, gap) => sum + gap, 0)
    return { usedCells: cells[Math.floor((from + to) / 2)] as number, itlMs: median(own), endMs }
  })
}
