import { type Gap, withoutGaps } from '../../../core/overflow/gaps'

export class LeftOut {
  private parts: { readonly gap: Gap; readonly tokens: readonly number[] }[] = []

  get gaps(): Gap[] {
    return this.parts.map(({ gap }) => gap)
  }

  weave(cells: readonly number[]): number[] {
    const text: number[] = []
    let at = 0
    for (const { gap, tokens } of this.parts) {
      const before = gap.from - text.length
      if (at + before > cells.length) break
      text.push(...cells.slice(at, at + before), ...tokens)
      at += before
    }
    return text.concat(cells.slice(at))
  }

  leave(text: readonly number[], gaps: readonly Gap[]): void {
    this.parts = gaps.map((gap) => ({ gap, tokens: text.slice(gap.from, gap.to) }))
  }

  cellsOf = (text: readonly number[]): number[] => withoutGaps(text, this.gaps)

  copy(other: LeftOut): void {
    this.parts = other.parts
  }

  clear(): void {
    this.parts = []
  }
}
