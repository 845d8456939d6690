/**
 * Tokens of a text of any length, counted in the background.
 *
 * The engine counts a piece at a time on the thread that feeds the decoder, so a long text goes there in pieces with
 * pauses between. A piece that was counted is remembered: while someone types at the end of a long text, only the
 * last piece is counted again. Pieces end at line ends or spaces, where tokenisers cut too; the sum of a long text may
 * still be off by a token per piece.
 */
import { countedCharacters } from '../contract/wire/text-limits'
import { pause } from '../streams/changes'

export type CountPiece = (text: string) => Promise<number>

/** Of the time that counting took, spent waiting before the next piece: a third of a thread at most is taken from decoding. */
const pauseShare = 2
const keptPieces = 4000

export class TokenCounter {
  private readonly counted = new Map<string, number>()

  constructor(private readonly countPiece: CountPiece) {}

  /** Adds up a text; `onProgress` hears the sum so far and the share of the text that it is of. Undefined: it was given up. */
  async count(
    text: string,
    signal: AbortSignal,
    onProgress: (tokens: number, share: number) => void = () => {},
  ): Promise<number | undefined> {
    let tokens = 0
    let done = 0
    for (const piece of piecesOf(text)) {
      if (signal.aborted) return undefined
      tokens += this.counted.get(piece) ?? (await this.ask(piece, signal))
      done += piece.length
      onProgress(tokens, done / text.length)
    }
    return signal.aborted ? undefined : tokens
  }

  private async ask(piece: string, signal: AbortSignal): Promise<number> {
    const started = performance.now()
    const tokens = await this.countPiece(piece)
    if (this.counted.size >= keptPieces) this.counted.delete(this.counted.keys().next().value as string)
    this.counted.set(piece, tokens)
    if (piece.length > countedCharacters / 2) await pause((performance.now() - started) * pauseShare, signal)
    return tokens
  }
}

/** Consecutive pieces of at most `countedCharacters`, none of which ends inside a character. */
export function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const piece = text.slice(at, at + countedCharacters)
    const length = at + piece.length >= text.length ? piece.length : cutOf(piece)
    yield piece.slice(0, length)
    at += length
  }
}

/** Before the last line or word of a piece, where there is one in its second half. */
function cutOf(piece: string): number {
  const cut = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf(' '))
  if (cut > piece.length / 2) return cut
  const last = piece.charCodeAt(piece.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? piece.length - 1 : piece.length
}
