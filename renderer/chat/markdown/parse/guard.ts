/**
 * Keeps text from the Markdown parser that is built to slow it down. Parsers backtrack over unclosed marks and recurse into nested quotes
 * and lists. This code scans once, left to right; text beyond a limit stays plain.
 */

export const limits = {
  /** Prose lines have hundreds of characters; the longest paragraphs have a few thousand. */
  lineCharacters: 10_000,
  /** Consecutive non-empty lines outside code. */
  groupCharacters: 20_000,
  /** Nested quotes and list items on one line. */
  nesting: 12,
  /** Spaces before a line's first mark; deep indents could nest lists without limit. */
  indent: 32,
  /** Columns × rows. */
  tableCells: 3000,
  /** Marks in one paragraph, heading or cell that may open something. */
  marks: 400,
  /** Letters, digits and dots in a row: the lexer tries an email address at each of them. */
  wordCharacters: 500,
} as const

export interface Segment {
  readonly text: string
  /** Shown as plain text because it exceeds a limit. */
  readonly isPlain: boolean
}

/**
 * Splits the text, without loss, into segments to parse and segments to show as they are. `beginsPlain`: the text continues a segment that
 * already exceeded a limit.
 */
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

/** Whether the closing marks of a paragraph, heading or cell would take long to find. */
export function hasTooManyMarks(text: string): boolean {
  if (text.length > limits.groupCharacters || longWord.test(text)) return true
  let marks = 0
  for (let i = 0; i < text.length; i++) if (isMark(text.charCodeAt(i)) && ++marks > limits.marks) return true
  return false
}

const longWord = new RegExp(`[\\w.+-]{${limits.wordCharacters}}`)
const marks = new Set([...'*_~`[]<&\\'].map((mark) => mark.charCodeAt(0)))
const isMark = (code: number): boolean => marks.has(code)

/** Yields lines up to and including the next empty lines. */
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
  /** Columns and rows so far of the current table; 0 columns: no table. */
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

/** Length of the quote or list marker at this position; 0: none. */
function markerLength(line: string, at: number): number {
  if (line[at] === '>') return 1
  listMarker.lastIndex = at
  return listMarker.exec(line)?.[0].length ?? 0
}

/** The line below a table's head: `|---|:--:|`. */
const isTableRule = (line: string): boolean => line.includes('|') && line.includes('-') && /^[\s|:>-]+$/.test(line)

function count(text: string, character: string): number {
  let found = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found++
  return found
}
