/**
 * ChatGPT writes citations, names and links between private-use characters: begin, kind, separator, values, end.
 *
 * Source: basketikun/chatgpt2api and pionxzh/chatgpt-exporter (issue 259, src/utils/citations.ts at b6466b3).
 */
const marked = /\ue200([^\ue200\ue201]*)\ue201/g

/** Citations refer to pages that the export does not have. */
export const withoutMarkup = (said: string): string =>
  said.replace(marked, (_, inside: string) => {
    const [kind, value = '', address = ''] = inside.split('\ue202')
    if (kind === 'entity') return nameIn(value)
    return kind === 'url' ? linkTo(value, address) : ''
  })

/** `value` is a list with a kind, a name and a description, or only the name. */
function nameIn(value: string): string {
  try {
    const list: unknown = JSON.parse(value)
    const name: unknown = Array.isArray(list) ? list[1] : list
    return typeof name === 'string' ? name : ''
  } catch {
    return value.startsWith('[') ? '' : value
  }
}

const linkTo = (label: string, address: string): string => (/^https?:/.test(address) ? `[${label}](${address})` : label)
