import type { TextLimits } from '../contract/settings/setting-ranges'

/** Texts that are typed one per line. A backslash begins an escape, such as `\n`, for a character that a line cannot contain. */
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
const letters = Object.fromEntries(Object.entries(escapes).map(([letter, character]) => [character, letter]))

export const escaped = (text: string): string => text.replace(/[\\\n\r\t]/g, (character) => `\\${letters[character] ?? character}`)

export const unescaped = (typed: string): string => typed.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)

/** Leaves out what the contract does not allow. `read` turns a line into its text. */
export const linesOf = (typed: string, { texts, characters }: TextLimits, read = (line: string): string => line): string[] =>
  typed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => read(line).slice(0, characters))
    .slice(0, texts)
