/** Parsers backtrack over unclosed marks and recurse into nested quotes and lists. The guard turns what exceeds a limit into plain text. */

export const limits = {
  lineCharacters: 10_000,
  /** Consecutive non-empty lines outside code. */
  groupCharacters: 20_000,
  /** Nested quotes and list items on one line. */
  nesting: 12,
  /** Spaces before the text of a quote or list item. Deep indents could nest lists without limit. */
  indent: 32,
  /** Columns × rows of a table. */
  tableCells: 3000,
  /** Characters such as `*` in one paragraph, heading or cell. */
  marks: 400,
  /** Letters, digits and any of `_.+-` in a row. The lexer looks for an email address at each of them. */
  wordCharacters: 500,
} as const

export interface Segment {
  readonly text: string
  readonly isPlain: boolean
}

/** `beginsPlain` is true if the text continues a segment that has already exceeded a limit. */
export function segmentsOf(text: string, beginsPlain = false): Segment[] {
  const segments: Segment[] = []
  for (const group of groupsOf(text)) {
    const isPlain = (beginsPlain && segments.length === 0) || isTooMuch(group)
    const last = segments.at(-1)
    if (last && !last.isPlain && !isPlain) segments[segments.length - 1] = { text: last.text + group, isPlain }
    else segments.push({ text: group, isPlain })
  }
  return segments
}

/** Returns true if searching for the closing marks would take too long. */
export function hasTooManyMarks(text: string): boolean {
  if (text.length > limits.groupCharacters || longWord.test(text)) return true
  let marks = 0
  for (let i = 0; i < text.length; i++) if (isMark(text.charCodeAt(i)) && ++marks > limits.marks) return true
  return false
}

const longWord = new RegExp(`[\\w.+-]{${limits.wordCharacters}}`)
const marks = new Set([...'*_~`[]<&\\'].map((mark) => mark.charCodeAt(0)))
const isMark = (code: number): boolean => marks.has(code)

function* groupsOf(text: string): Generator<string> {
  const emptyLine = /\n[^\S\n]*(?:\n|$)/g
  let start = 0
  for (;;) {
    const found = emptyLine.exec(text)
    if (!found) break
    yield text.slice(start, emptyLine.lastIndex)
    start = emptyLine.lastIndex
    if (start >= text.length) return
  }
  if (start < text.length) yield text.slice(start)
}

const fence = /^ {0,3}(?:`{3}|~{3})/

function isTooMuch(group: string): boolean {
  if (group.length > limits.groupCharacters && !fence.test(group)) return true
  let columns = 0
  let rows = 0
  for (const line of group.split('\n')) {
    if (line.length > limits.lineCharacters || isNestedTooDeep(line)) return true
    if (columns > 0 && ++rows * columns > limits.tableCells) return true
    if (columns === 0 && isTableRule(line)) columns = count(line, '|') + 1
    if (columns > limits.tableCells) return true
  }
  return false
}

function isNestedTooDeep(line: string): boolean {
  let depth = 0
  let indent = 0
  for (let i = 0; i < line.length; ) {
    const length = markerLength(line, i)
    if (length > 0) {
      depth++
      i += length
    } else if (line[i] === ' ' || line[i] === '\t') {
      indent++
      i++
    } else return false
    if (depth > limits.nesting || (depth > 0 && indent > limits.indent)) return true
  }
  return false
}

const listMarker = /[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)/y

function markerLength(line: string, at: number): number {
  if (line[at] === '>') return 1
  listMarker.lastIndex = at
  return listMarker.exec(line)?.[0].length ?? 0
}

/** The line below a table's head, such as `|---|:--:|`. */
const isTableRule = (line: string): boolean => line.includes('|') && line.includes('-') && /^[\s|:>-]+$/.test(line)

function count(text: string, character: string): number {
  let found = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found++
  return found
}
