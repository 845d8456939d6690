/**
 * What the Markdown parser is never given: text that was made to keep it busy, or that only looks like Markdown.
 *
 * Parsers go back over their text for every mark that might be closed further on, and one level down for every level of
 * a quote or list. Here text is looked at once, from left to right, and what is beyond a limit stays plain text.
 */

export const limits = {
  /** A line of prose is hundreds of characters long; the longest paragraphs are some thousand. */
  lineCharacters: 10_000,
  /** Lines without an empty one between them, where they are no code. */
  groupCharacters: 20_000,
  /** Quotes and list items in one another, on one line. */
  nesting: 12,
  /** Spaces before a line's first mark, from which lists could nest without end. */
  indent: 32,
  /** Cells of a table: columns of its head times rows. */
  tableCells: 3000,
  /** Marks of one paragraph, heading or cell that may open something. */
  marks: 400,
  /** Letters, digits and dots in a row: each could begin the address of a mailbox. */
  wordCharacters: 500,
} as const

export interface Segment {
  readonly text: string
  /** Shown as it is, because a limit is passed. */
  readonly isPlain: boolean
}

/**
 * The text in pieces, in order: what may be parsed, and what is shown as it is. Nothing is lost between them.
 * `beginsPlain`: it goes on with lines of which some are known to be too much.
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

/** Whether looking for the ends of all that may begin in a paragraph, heading or cell would take long. */
export function hasTooManyMarks(text: string): boolean {
  if (text.length > limits.groupCharacters || longWord.test(text)) return true
  let marks = 0
  for (let i = 0; i < text.length; i++) if (isMark(text.charCodeAt(i)) && ++marks > limits.marks) return true
  return false
}

const longWord = new RegExp(`[\\w.+-]{${limits.wordCharacters}}`)
const marks = new Set([...'*_~`[]<&\\'].map((mark) => mark.charCodeAt(0)))
const isMark = (code: number): boolean => marks.has(code)

/** Lines up to the end of the next empty lines. */
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
  /** Columns of the table whose head was seen, 0 for none, and its rows so far. */
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

/** Walks over the marks of quotes and list items at the beginning of a line. */
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

/** Length of the mark of a quote or list item at this place, 0 where there is none. */
function markerLength(line: string, at: number): number {
  if (line[at] === '>') return 1
  listMarker.lastIndex = at
  return listMarker.exec(line)?.[0].length ?? 0
}

/** The line under a table's head: `|---|:--:|`. */
const isTableRule = (line: string): boolean => line.includes('|') && line.includes('-') && /^[\s|:>-]+$/.test(line)

function count(text: string, character: string): number {
  let found = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found++
  return found
}
