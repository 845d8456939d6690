/** A title as a file name that every system accepts, without its ending; `otherwise` where nothing of the title is left. */
export function safeFileName(title: string, otherwise: string): string {
  const plain = title
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go.
    .replace(/[\\/:*?"<>|\u0000-\u001f]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return [...plain].slice(0, 80).join('').trim() || otherwise
}
