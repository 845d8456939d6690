/** Leaves out columns without values. Numbers are on the right. */
export function markdownTable(rows: readonly Readonly<Record<string, string>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => rows.some((row) => (row[name] ?? '') !== ''))
  const columns = names.map((name) => {
    const cells = rows.map((row) => inCell(row[name] ?? ''))
    const isText = cells.some((cell) => cell !== '' && !Number.isFinite(Number(cell)))
    return { name, cells, isText, width: Math.max(name.length, 3, ...cells.map(({ length }) => length)) }
  })
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const padded = ({ isText, width }: (typeof columns)[number], text: string) => (isText ? text.padEnd(width) : text.padStart(width))
  return [
    line(columns.map((column) => padded(column, column.name))),
    line(columns.map(({ isText, width }) => `${'-'.repeat(width - 1)}${isText ? '-' : ':'}`)),
    ...rows.map((_, at) => line(columns.map((column) => padded(column, column.cells[at] ?? '')))),
  ].join('')
}

const inCell = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ')
