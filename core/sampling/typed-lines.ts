/** Texts that are typed one per line. A backslash stands for characters that a line cannot contain. */
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
const letters = Object.fromEntries(Object.entries(escapes).map(([letter, character]) => [character, letter]))

export const escaped = (text: string): string => text.replace(/[\\\n\r\t]/g, (character) => `\\${letters[character] ?? character}`)

export const unescaped = (typed: string): string => typed.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)
