/** The longest common prefix or suffix that does not split a `<…>` marker. */

export function commonPrefix(one: string, other: string): string {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length++
  const prefix = one.slice(0, length)
  // Equal texts have no difference that could be inside a marker.
  if (length === one.length && length === other.length) return prefix
  const open = prefix.lastIndexOf('<')
  return open > prefix.lastIndexOf('>') && one.indexOf('>', length) >= 0 ? prefix.slice(0, open) : prefix
}

export function commonSuffix(one: string, other: string): string {
  let length = 0
  while (length < one.length && length < other.length && one[one.length - 1 - length] === other[other.length - 1 - length]) length++
  const suffix = one.slice(one.length - length)
  if (length === one.length && length === other.length) return suffix
  const close = suffix.indexOf('>')
  const open = suffix.indexOf('<')
  return close >= 0 && (open < 0 || close < open) ? suffix.slice(close + 1) : suffix
}

const mostMarkerCharacters = 40

/** The `<…>` markers with which a text begins; otherwise the text itself, if it is short enough to be a marker. */
export function markersIn(text: string): string[] {
  const trimmed = text.trim()
  const markers = /^(?:<[^<>]+>\s*)+/.exec(trimmed)?.[0].match(/<[^<>]+>/g)
  if (markers) return [...new Set(markers)]
  return trimmed === '' || trimmed.length > mostMarkerCharacters ? [] : [trimmed]
}

/** The first of several `<…>` markers in a row. Any other text stays as it is. */
export const firstMarker = (text: string): string => /^\s*(<[^<>]+>)(?:\s*<[^<>]+>)+\s*$/.exec(text)?.[1] ?? text
