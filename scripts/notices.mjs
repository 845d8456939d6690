const line = '-'.repeat(100)
const head = `Headroom includes the following software and one language model, each under its own license.
Headroom's own license is in LICENSE.txt.
`

export function noticesOf(parts) {
  const byText = new Map()
  for (const part of parts) {
    const text = part.texts.join('\n\n') || `(The package has no license text; its package.json says ${part.license}.)`
    byText.set(text, [...(byText.get(text) ?? []), part])
  }
  const sections = [...byText].map(([text, parts]) =>
    [
      line,
      ...parts.flatMap(({ name, version, license, note }) => [`${name} ${version} (${license})`, ...(note ? [`  ${note}`] : [])]),
      line,
      text,
    ].join('\n'),
  )
  return `${head}\n${sections.join('\n\n')}\n`
}
