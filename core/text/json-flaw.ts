/** Finds where a text stops being JSON. The messages of `JSON.parse` often leave the position out. */

export interface TextPlace {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 code units. */
  readonly column: number
}

const space = /[ \t\r\n]*/y
/** Between the quotes, everything from the space up, without quotes and backslashes. */
const key = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const scalar = new RegExp(`${key.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`, 'y')

type Expected = 'value' | 'item-or-end' | 'key' | 'key-or-end' | 'colon' | 'separator'

/** undefined if the text is JSON. At the end of a text that is cut off, the place is after its last character. */
export function jsonFlaw(text: string): TextPlace | undefined {
  const closings: string[] = []
  let expected: Expected = 'value'
  let at = lengthAt(space, text, 0)
  for (;;) {
    if (expected === 'separator' && closings.length === 0) return at === text.length ? undefined : placeAt(text, at)
    const [length, next]: Step = step(text, at, expected, closings)
    if (length === 0) return placeAt(text, at === text.length ? text.trimEnd().length : at)
    expected = next
    at += length
    at += lengthAt(space, text, at)
  }
}

/** The length is 0 if nothing that is expected follows. */
type Step = readonly [length: number, next: Expected]

function step(text: string, at: number, expected: Expected, closings: string[]): Step {
  const character = text[at]
  switch (expected) {
    case 'key':
    case 'key-or-end':
      if (expected === 'key-or-end' && character === '}') return close(closings)
      return [lengthAt(key, text, at), 'colon']
    case 'colon':
      return [character === ':' ? 1 : 0, 'value']
    case 'separator':
      if (character === closings.at(-1)) return close(closings)
      return [character === ',' ? 1 : 0, closings.at(-1) === '}' ? 'key' : 'value']
    case 'value':
    case 'item-or-end':
      if (expected === 'item-or-end' && character === ']') return close(closings)
      if (character === '{' || character === '[') {
        closings.push(character === '{' ? '}' : ']')
        return [1, character === '{' ? 'key-or-end' : 'item-or-end']
      }
      return [lengthAt(scalar, text, at), 'separator']
  }
}

function close(closings: string[]): Step {
  closings.pop()
  return [1, 'separator']
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

function placeAt(text: string, at: number): TextPlace {
  const lines = text.slice(0, at).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
