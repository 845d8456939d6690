/** Counting blocks the decoder's thread, so a long text is sent in pieces with pauses. The sum may be off by one per piece. */
import { countedCharacters } from '../contract/wire/text-limits'
import { pause } from '../streams/changes'

export type CountPiece = (text: string) => Promise<number>

/** Counting takes at most a third of the thread's time. */
const pauseShare = 2
const keptPieces = 4000

export class TokenCounter {
  private readonly counted = new Map<string, number>()

  constructor(private readonly countPiece: CountPiece) {}

  /** Returns undefined if `signal` aborts. */
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

/** No piece ends inside a character. */
export function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const piece = text.slice(at, at + countedCharacters)
    const length = at + piece.length >= text.length ? piece.length : cutOf(piece)
    yield piece.slice(0, length)
    at += length
  }
}

function cutOf(piece: string): number {
  const cut = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf(' '))
  if (cut > piece.length / 2) return cut
  const last = piece.charCodeAt(piece.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? piece.length - 1 : piece.length
}
