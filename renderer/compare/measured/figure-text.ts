import { formatNats } from '../../../core/compare/statistics/format-nats'
import { isUnreliable } from '../../../core/compare/statistics/verdict'
import { copy } from '../../../core/copy/copy'
import { formatNumber, numberSigns, withPercentSign } from '../../../core/text/number-language'
import type { Estimate } from './measured-setting'
import type { Measure } from './measures'

/** Such as `−47%`. */
export function differenceText(value: number, reference: number | undefined): string | undefined {
  if (!reference) return undefined
  const percentage = (value / reference - 1) * 100
  const magnitude = formatNumber(Math.abs(percentage), Math.abs(percentage) < 9.95 ? 1 : 0)
  return withPercentSign(`${percentage < 0 ? '−' : percentage > 0 ? '+' : '±'}${magnitude}`)
}

/** Relative errors below this are floating-point noise. */
const dust = 1e-9

/** Such as ` ± 0.6`, with the value's decimal places, or more if the error would round to 0. '' if unknown. */
export function errorText({ unit, write }: Pick<Measure, 'unit' | 'write'>, { value, error }: Estimate): string {
  if (error === null) return ''
  if (unit === 'nats') return ` ± ${formatNats(error)}`
  const digits = write(value).split(numberSigns().decimal)[1]?.length ?? 0
  const shown = error < dust * Math.abs(value) ? 0 : unit === '%' ? error * 100 : error
  return ` ± ${formatNumber(shown, seenDigits(shown, digits))}`
}

const seenDigits = (value: number, digits: number): number =>
  value > 0 && value < 10 ** -digits / 2 ? Math.min(6, Math.ceil(-Math.log10(value))) : digits

/** If the repetitions differ so much that the mean says little, says so, with the median if it is known. Only for rates. */
export function unreliableText({ unit, write }: Pick<Measure, 'unit' | 'write'>, { value, error, median }: Estimate): string | undefined {
  if (unit !== 'tok/s' || error === null || !isUnreliable({ value, deviation: error })) return undefined
  return copy.compare.table.unreliable(median === undefined ? null : write(median))
}

/** Such as `6,291,456 bytes`. */
export const exactText = ({ unit }: Pick<Measure, 'unit'>, { value, error }: Estimate): string =>
  unit === 'MiB' ? copy.compare.table.bytes(value) : `${value}${error === null ? '' : ` ± ${error}`}`
