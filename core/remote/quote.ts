const mostCharacters = 300

/** What a server says, in one line without the key. */
export function quoteOf(text: string, key: string | null): string {
  const withoutKey = key ? text.replaceAll(key, '…') : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a server can send any character.
  const line = withoutKey.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line
}
