/**
 * GPT-2's letter for every byte: printable bytes stand for themselves, the others are numbered from U+0100 (a space is Ġ, a line break Ċ).
 * Source: `bytes_to_unicode` in openai/gpt-2, src/encoder.py; `unicode_byte_to_utf8` in llama.cpp, src/unicode.cpp.
 */
const isPrintable = (byte: number): boolean => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174

function makeLetters(): string[] {
  let next = 0x100
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(isPrintable(byte) ? byte : next++))
}

const letters: readonly string[] = makeLetters()
const bytes: ReadonlyMap<string, number> = new Map(letters.map((letter, byte) => [letter, byte]))
const encoder = new TextEncoder()

export const lettersOf = (text: string): string => Array.from(encoder.encode(text), (byte) => letters[byte]).join('')

export const bytesOfLetters = (text: string): Uint8Array =>
  Uint8Array.from([...text].flatMap((letter) => bytes.get(letter) ?? [...encoder.encode(letter)]))
