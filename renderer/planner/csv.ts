/**
 * Rows as CSV, as RFC 4180 has it: comma, CRLF, and quotes around what needs them.
 *
 * A text that a spreadsheet would take for a formula is not changed: cells here are our own words and numbers,
 * and names of models, which begin with a quote sign only if they do.
 */
export type CsvCell = string | number

export const csvOf = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [header, ...rows]
    .map((row) => row.map(cellOf).join(','))
    .join('\r\n')
    .concat('\r\n')

const cellOf = (cell: CsvCell): string => {
  const text = String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
