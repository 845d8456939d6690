/**
 * Rows as CSV, as RFC 4180 has it: comma, CRLF, and quotes around what needs them.
 *
 * For our own words and numbers. Text from elsewhere could begin with what a spreadsheet takes for a formula.
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
