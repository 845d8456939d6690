/** Delays text while a character is incomplete or a stop string may have begun. */

export type Detokenize = (tokens: readonly number[], before: readonly number[]) => string

const longestCharacterTokens = 4
/** The tokens before a text determine whether it starts with a space. */
const contextTokens = 3

export interface AnswerPiece {
  readonly text: string
  readonly stopped: boolean
}

export class AnswerText {
  private before: number[]
  private pending: number[] = []
  private held = ''
  /** The stop string that ended the text. */
  stoppedBy: string | undefined

  constructor(
    private readonly detokenize: Detokenize,
    private readonly stopTexts: readonly string[],
    begun: readonly number[] = [],
  ) {
    this.before = begun.slice(-contextTokens)
  }

  /** Whether text of earlier tokens is delayed. */
  get isDelayed(): boolean {
    return this.held !== '' || this.pending.length > 0
  }

  push(token: number): AnswerPiece {
    this.pending.push(token)
    const text = this.detokenize(this.pending, this.before)
    if (text.endsWith('\ufffd') && this.pending.length < longestCharacterTokens) return { text: '', stopped: false }
    this.before = [...this.before, ...this.pending].slice(-contextTokens)
    this.pending = []
    return this.release(text)
  }

  end(): string {
    const rest = this.pending.length > 0 ? this.detokenize(this.pending, this.before) : ''
    this.pending = []
    const piece = this.release(rest)
    if (piece.stopped) return piece.text
    const text = piece.text + this.held
    this.held = ''
    return text
  }

  private release(text: string): AnswerPiece {
    if (this.stopTexts.length === 0) return { text, stopped: false }
    const whole = this.held + text
    const stop = firstIndexOf(whole, this.stopTexts)
    if (stop >= 0) {
      this.held = ''
      this.stoppedBy = this.stopTexts.find((text) => whole.startsWith(text, stop))
      return { text: whole.slice(0, stop), stopped: true }
    }
    const keep = Math.max(...this.stopTexts.map((stopText) => overlap(whole, stopText)))
    this.held = whole.slice(whole.length - keep)
    return { text: whole.slice(0, whole.length - keep), stopped: false }
  }
}

function firstIndexOf(text: string, candidates: readonly string[]): number {
  const found = candidates.map((candidate) => text.indexOf(candidate)).filter((index) => index >= 0)
  return found.length > 0 ? Math.min(...found) : -1
}

function overlap(text: string, stopText: string): number {
  for (let length = Math.min(text.length, stopText.length - 1); length > 0; length--)
    if (text.endsWith(stopText.slice(0, length))) return length
  return 0
}
