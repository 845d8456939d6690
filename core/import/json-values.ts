/** Divides a JSON or JSONL file, which arrives in pieces, into its values. A top-level array counts as its elements. */

/** null if the value is longer than the limit. */
export type JsonText = string | null

const outsideText = /["{}[\],\n]/g
const insideText = /["\\\n]/g

export class JsonValues {
  /** `lines` after the first value of a file without an array: if more values follow, it is JSONL, where a damaged line does not affect the next one. */
  private list: 'unknown' | 'elements' | 'values' | 'lines' = 'unknown'
  private depth = 0
  private inText = false
  private kept = ''
  private isTooLong = false
  private escapes = false

  constructor(private readonly mostCharacters: number) {}

  /** True within a value. */
  get isOpen(): boolean {
    return this.depth > 0 || this.kept.trim() !== ''
  }

  push(piece: string): JsonText[] {
    const found: JsonText[] = []
    let at = this.begin(piece)
    let from = at
    while (at < piece.length) {
      if (this.escapes) {
        this.escapes = false
        at++
        continue
      }
      const mark = this.inText ? insideText : outsideText
      mark.lastIndex = at
      const match = mark.exec(piece)
      if (!match) break
      at = match.index + 1
      const end = this.step(match[0])
      if (end === null) continue
      this.keep(piece.slice(from, end === 'after' ? at : at - 1))
      from = at
      found.push(...this.take())
    }
    this.keep(piece.slice(from))
    return found
  }

  /** The rest of the file: at most one value. */
  end(): JsonText[] {
    return this.take()
  }

  /** Returns where the values begin. */
  private begin(piece: string): number {
    if (this.list !== 'unknown') return 0
    const first = piece.search(/[^\s\ufeff]/)
    if (first < 0) return piece.length
    this.list = piece[first] === '[' ? 'elements' : 'values'
    return this.list === 'elements' ? first + 1 : first
  }

  /** Says whether a value ends before or after this character. */
  private step(character: string): 'before' | 'after' | null {
    if (character === '\n') return this.list === 'lines' ? this.endLine() : null
    if (this.inText) {
      if (character === '\\') this.escapes = true
      else this.inText = false
      return null
    }
    if (character === '"') this.inText = true
    else if (character === '{' || character === '[') this.depth++
    else if (character === ',') return this.depth === 0 ? 'before' : null
    else if (this.depth === 0) return 'before'
    else if (--this.depth === 0) return 'after'
    return null
  }

  private endLine(): 'after' {
    this.inText = false
    this.depth = 0
    return 'after'
  }

  private keep(text: string): void {
    if (this.isTooLong) return
    if (this.kept.length + text.length <= this.mostCharacters) this.kept += text
    else {
      this.isTooLong = true
      this.kept = ''
    }
  }

  private take(): JsonText[] {
    const text = this.kept.trim()
    const { isTooLong } = this
    this.kept = ''
    this.isTooLong = false
    if (isTooLong) return [null]
    if (text === '') return []
    if (this.list === 'values') this.list = 'lines'
    return [text]
  }
}
