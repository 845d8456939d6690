import { formatNumber } from '../../text/number-language'

/** `81.4 ± 0.6 tok/s` */
export function formatMeasuredRate(mean: number, deviation: number | null): string {
  const digits = mean < 100 ? 1 : 0
  const error = deviation === null ? '' : ` ± ${formatNumber(deviation, digits)}`
  return `${formatNumber(mean, digits)}${error} tok/s`
}
