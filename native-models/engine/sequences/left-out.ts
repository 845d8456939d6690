/** The parts of a conversation that have left its sequence: their places, and their tokens, by which the text is found again. */
import { type Gap, withoutGaps } from '../../../core/overflow/gaps'

export class LeftOut {
  private parts: { readonly gap: Gap; readonly tokens: readonly number[] }[] = []

  get gaps(): Gap[] {
    return this.parts.map(({ gap }) => gap)
  }

  /** The tokens of the whole conversation, from those in the cells. */
  weave(cells: readonly number[]): number[] {
    const text: number[] = []
    let at = 0
    for (const { gap, tokens } of this.parts) {
      const before = gap.from - text.length
      // The cells end before it: what had left is not behind them.
      if (at + before > cells.length) break
      text.push(...cells.slice(at, at + before), ...tokens)
      at += before
    }
    return text.concat(cells.slice(at))
  }

  /** From now on `gaps` of this text are not in the sequence. */
  leave(text: readonly number[], gaps: readonly Gap[]): void {
    this.parts = gaps.map((gap) => ({ gap, tokens: text.slice(gap.from, gap.to) }))
  }

  /** What is in the cells of a text. */
  cellsOf = (text: readonly number[]): number[] => withoutGaps(text, this.gaps)

  /** Its cells are a copy of another sequence's. */
  copy(other: LeftOut): void {
    this.parts = other.parts
  }

  clear(): void {
    this.parts = []
  }
}
