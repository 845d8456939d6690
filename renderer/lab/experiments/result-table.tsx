import type { ExperimentResult, ResultCell } from '../../../core/lab/experiments/experiment'
import { formatCount } from '../../../core/text/amounts'
import { formatShort } from '../../../core/text/number-language'

/** All rows of a result, with units in the head. */
export function ResultTable({ result }: { readonly result: ExperimentResult }) {
  const { columns, rows, title } = result
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and must do so by keyboard too.
    <section className="overflow-x-auto" tabIndex={0} aria-label={title}>
      <table className="w-full text-[12px] tabular-nums">
        <thead>
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
                  {cellText(row[key] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function cellText(cell: ResultCell): string {
  if (cell === null) return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell === 'string') return cell
  if (Number.isInteger(cell)) return formatCount(cell)
  return formatShort(cell, Math.abs(cell) < 0.01 ? 7 : Math.abs(cell) < 10 ? 3 : 1)
}
