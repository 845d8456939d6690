/**
 * ChatGPT writes citations, names and links between private-use characters: begin, kind, separator, values, end.
 *
 * Source: basketikun/chatgpt2api and pionxzh/chatgpt-exporter (issue 259, src/utils/citations.ts at b6466b3).
 */
const marked = /\ue200(\w*)\ue202?([^\ue201]*)\ue201/g

/** Citations refer to pages that the export does not have. */
export const withoutMarkup = (said: string): string =>
  said.replace(marked, (_, kind: string, values: string) => {
    if (kind === 'entity') return nameIn(values)
    return kind === 'url' ? linkIn(values.split('\ue202')) : ''
  })

/** `values` is a list with a kind, a name and a description, or only the name. */
function nameIn(values: string): string {
  try {
    const list: unknown = JSON.parse(values)
    const name: unknown = Array.isArray(list) ? list[1] : list
    return typeof name === 'string' ? name : ''
  } catch {
    return values.startsWith('[') ? '' : values
  }
}

const linkIn = ([label = '', address = '']: readonly string[]): string => (/^https?:/.test(address) ? `[${label}](${address})` : label)
