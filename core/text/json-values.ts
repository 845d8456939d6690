/** Counts values before parsing, because a few bytes of JSON can become an object. */

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const openBrace = 0x7b
const comma = 0x2c

/** Counts each `[`, `{` and `,` outside strings. */
export function hasMoreValues(json: string, most: number): boolean {
  let values = 1
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === quote) at = endOfString(json, at)
    else if ((character === comma || character === openBracket || character === openBrace) && ++values > most) return true
  }
  return false
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === quote) return at
    if (character === backslash) at++
  }
  return json.length
}
