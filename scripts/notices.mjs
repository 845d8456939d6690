/** Prints each license once, below the names of its parts. */

const line = '-'.repeat(100)
const head = `Headroom carries the following software, and one language model. Each comes under its own licence.
Headroom's own licence is in LICENSE.txt.
`

export function noticesOf(parts) {
  const byText = new Map()
  for (const part of parts) {
    const text = part.texts.join('\n\n') || `(The package has no text of its licence; its description says ${part.licence}.)`
    byText.set(text, [...(byText.get(text) ?? []), part])
  }
  const sections = [...byText].map(([text, parts]) =>
    [
      line,
      ...parts.flatMap(({ name, version, licence, note }) => [`${name} ${version} (${licence})`, ...(note ? [`  ${note}`] : [])]),
      line,
      text,
    ].join('\n'),
  )
  return `${head}\n${sections.join('\n\n')}\n`
}
