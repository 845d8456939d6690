/** Names that Windows reserves, with any extension. Source: "Naming Files, Paths, and Namespaces", learn.microsoft.com. */
export const isDeviceName = (name: string): boolean => /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i.test(name)
/** File systems allow 255, some of which the extension needs. */
const mostBytes = 200
const titleCharacters = 80

/** Returns a name without extension that is safe on every system. */
export function safeFileName(title: string, otherwise: string, mostCharacters = titleCharacters): string {
  const plain = title
    .replace(/\p{Surrogate}/gu, '\ufffd')
    // Direction marks could disguise the extension.
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go.
    .replace(/[\\/:*?"<>|\u0000-\u001f\u007f-\u009f]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  const name = beginning(plain, mostCharacters).replace(/[. ]+$/, '') || otherwise
  return isDeviceName(name) ? `_${name}` : name
}

function beginning(text: string, mostCharacters: number): string {
  let [name, bytes] = ['', 0]
  for (const character of [...text].slice(0, mostCharacters)) {
    bytes += new TextEncoder().encode(character).length
    if (bytes > mostBytes) break
    name += character
  }
  return name
}
