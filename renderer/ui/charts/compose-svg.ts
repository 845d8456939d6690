/** A standalone SVG has no style sheet, so the drawing's colors and fonts must be inline. */
export interface ChartPicture {
  readonly title: string
  /** Each note starts on a new line and wraps to the width. */
  readonly notes: readonly string[]
  readonly width: number
  readonly height: number
  /** SVG elements, with the origin in the upper left corner. */
  readonly drawing: string
  readonly legend: readonly LegendEntry[]
  readonly colors: { readonly paper: string; readonly ink: string; readonly soft: string }
}
export interface LegendEntry {
  readonly name: string
  readonly color: string
  /** Value of `stroke-dasharray`. '' for a solid line. */
  readonly dashes: string
}

const margin = 16
const lineHeight = 18
const characterWidth = 6.4
const family = 'Inter, system-ui, sans-serif'
/** As in styles.css. */
const features = "font-feature-settings: 'tnum', 'cv05', 'calt' 0"

export function composeSvg({ title, notes: paragraphs, width, height, drawing, legend, colors }: ChartPicture): string {
  const notes = paragraphs.flatMap((note) => wrapped(note, Math.floor(width / characterWidth)))
  const top = margin + 22 + notes.length * lineHeight
  const legendTop = top + height + 8
  const fullWidth = width + 2 * margin
  const fullHeight = legendTop + legend.length * lineHeight + margin
  const text = (x: number, y: number, size: number, color: string, content: string, weight = 400) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}">${escapeXml(content)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${fullWidth}" height="${fullHeight}" viewBox="0 0 ${fullWidth} ${fullHeight}" font-family="${family}" style="${features}">`,
    `<rect width="${fullWidth}" height="${fullHeight}" fill="${colors.paper}"/>`,
    text(margin, margin + 12, 14, colors.ink, title, 600),
    ...notes.map((note, at) => text(margin, margin + 14 + (at + 1) * lineHeight, 12, colors.soft, note)),
    `<g transform="translate(${margin} ${top})">${drawing}</g>`,
    ...legend.flatMap(({ name, color, dashes }, at) => {
      const y = legendTop + at * lineHeight + 10
      return [
        `<line x1="${margin}" x2="${margin + 24}" y1="${y}" y2="${y}" stroke="${color}" stroke-width="2"${dashes ? ` stroke-dasharray="${dashes}"` : ''}/>`,
        text(margin + 32, y + 4, 12, colors.soft, name),
      ]
    }),
    '</svg>',
  ].join('\n')
}

function wrapped(text: string, characters: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= characters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)
