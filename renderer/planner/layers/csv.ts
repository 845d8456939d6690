/**
 * Writes CSV as in RFC 4180: comma, CRLF, quotes where needed. For Headroom's own words and numbers only: foreign text could start a
 * spreadsheet formula.
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
