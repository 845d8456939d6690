/**
 * Invisible characters that change how text reads.
 * Source: UAX #9 (bidirectional controls) and Unicode 16 (control characters, default-ignorable code points, tag characters).
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the search is for control characters.
  /\u034f|\u17b4|\u17b5|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u
const everyHidden = new RegExp(`(${hidden.source})`, 'gu')

export interface TextPart {
  readonly start: number
  readonly text: string
  readonly isHidden: boolean
}

export function partsOf(text: string): TextPart[] {
  if (!hidden.test(text)) return text === '' ? [] : [{ start: 0, text, isHidden: false }]
  let start = 0
  const parts: TextPart[] = []
  // The matches of the capture group are at odd indexes.
  for (const [index, part] of text.split(everyHidden).entries()) {
    if (part !== '') parts.push({ start, text: index % 2 === 1 ? numberOf(part) : part, isHidden: index % 2 === 1 })
    start += part.length
  }
  return parts
}

export const withNumbers = (text: string): string =>
  partsOf(text)
    .map(({ text: part, isHidden }) => (isHidden ? `<${part}>` : part))
    .join('')

const numberOf = (character: string): string => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
