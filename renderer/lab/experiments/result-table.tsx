import { copy } from '../../../core/copy/copy'
import { isEstimate, type ResultCell } from '../../../core/lab/experiments/experiment'
import type { ResultTable as Table } from '../../../core/lab/experiments/result-table'
import { formatCount } from '../../../core/text/amounts'
import { formatNumber } from '../../../core/text/number-language'
import { digitsOf } from './column-digits'

const mostRowsInFull = 70

export function ResultTable({ table }: { readonly table: Table }) {
  const { columns, rows, title } = table
  const scrolling = rows.length > mostRowsInFull ? 'max-h-[85vh] overflow-auto' : 'overflow-x-auto'
  const digits = columns.map(({ key }) => digitsOf(rows.map((row) => row[key] ?? null)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard too.
    <section className={scrolling} tabIndex={0} aria-label={title}>
      <table className="w-full text-[12px] tabular-nums">
        <thead className="sticky top-0 bg-raised">
          <tr className="text-faint">
            {columns.map(({ key, label, unit }, at) => (
              <th key={key} className={`py-1 pr-3 align-bottom font-normal ${at === 0 ? 'text-left' : 'text-right'}`}>
                {label}
                {unit && <span className="block text-[11px]">{unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className="border-line border-t">
              {columns.map(({ key }, at) => (
                <td key={key} className={`py-1 pr-3 ${at === 0 ? 'text-left' : 'text-right'}`}>
                  {cellText(key, row[key] ?? null, digits[at] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function cellText(key: string, cell: ResultCell, digits: number): string {
  if (cell === null) return '–'
  if (typeof cell === 'boolean') return cell ? copy.lab.experiments.yes : copy.lab.experiments.no
  if (typeof cell === 'string') return key === 'policy' ? copy.lab.policies.title(cell) : cell
  if (isEstimate(cell)) {
    const limit = (one: number) => formatNumber(one, Math.max(0, digits - 1))
    return copy.lab.experiments.estimate(formatNumber(cell.value, digits), limit(cell.low), limit(cell.high))
  }
  return digits === 0 ? formatCount(cell) : formatNumber(cell, digits)
}
