/** The gaps of a sequence: parts of the conversation that have left its cells. Their tokens are kept to match the text again. */
import { type Gap, withoutGaps } from '../../../core/overflow/gaps'

export class LeftOut {
  private parts: { readonly gap: Gap; readonly tokens: readonly number[] }[] = []

  get gaps(): Gap[] {
    return this.parts.map(({ gap }) => gap)
  }

  /** The tokens of the whole conversation, given those in the cells. */
  weave(cells: readonly number[]): number[] {
    const text: number[] = []
    let at = 0
    for (const { gap, tokens } of this.parts) {
      const before = gap.from - text.length
      // The cells end before this gap, so it no longer counts.
      if (at + before > cells.length) break
      text.push(...cells.slice(at, at + before), ...tokens)
      at += before
    }
    return text.concat(cells.slice(at))
  }

  /** Records that `gaps` of this text have left. */
  leave(text: readonly number[], gaps: readonly Gap[]): void {
    this.parts = gaps.map((gap) => ({ gap, tokens: text.slice(gap.from, gap.to) }))
  }

  /** The tokens of a text that are in the cells. */
  cellsOf = (text: readonly number[]): number[] => withoutGaps(text, this.gaps)

  copy(other: LeftOut): void {
    this.parts = other.parts
  }

  clear(): void {
    this.parts = []
  }
}
