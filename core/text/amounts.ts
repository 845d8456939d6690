import { formatNumber, formatShort, withPercentSign } from './number-language'

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** `6.00 MiB`, `144 GiB` */
export function formatBytes(bytes: number): string {
  let power = 0
  while (power < units.length - 1 && Math.round(Math.abs(bytes) / 1024 ** power) >= 1024) power++
  const value = bytes / 1024 ** power
  const digits = power === 0 ? 0 : decimalsOf(value)
  return `${formatNumber(value, digits)} ${units[power]}`
}

/** For three digits after rounding. */
function decimalsOf(value: number): number {
  const magnitude = Math.abs(value)
  return Number(magnitude.toFixed(2)) < 10 ? 2 : Number(magnitude.toFixed(1)) < 100 ? 1 : 0
}

/** At most two significant digits: `630 MiB`, `1.5 GiB`. */
export function formatRoughBytes(bytes: number): string {
  const exact = Math.abs(bytes)
  let power = 0
  while (power < units.length - 1 && Number((exact / 1024 ** power).toPrecision(2)) >= 1000) power++
  const rough = Number((bytes / 1024 ** power).toPrecision(2))
  return `${formatNumber(rough, power > 0 && Math.abs(rough) < 10 ? 1 : 0)} ${units[power]}`
}

/** `131,072` */
export const formatCount = (value: number): string => formatNumber(Math.round(value), 0)

/** `96.0 ms`, `3.70 ms`, `2.4 s` */
export function formatMs(ms: number): string {
  if (ms < 0) return `−${formatMs(-ms)}`
  if (ms >= 10_000) return `${formatNumber(ms / 1000, 0)} s`
  if (ms >= 1000) return `${formatNumber(ms / 1000, 1)} s`
  return `${formatNumber(ms, ms < 10 ? 2 : ms < 100 ? 1 : 0)} ms`
}

/** Returns at least 1 s. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${formatNumber(Math.max(1, Math.round(seconds)), 0)} s`
  if (seconds < 90 * 60) return `${formatNumber(seconds / 60, 0)} min`
  return `${formatNumber(seconds / 3600, 0)} h`
}

/** At most two significant digits. */
export function formatRoughMs(ms: number): string {
  const rough = Number(ms.toPrecision(2))
  return rough < 1000 ? `${formatShort(rough, 1)} ms` : formatMs(rough)
}

/** `12%`, `8.8%` */
export const formatPercent = (share: number, digits = 0): string => withPercentSign(formatNumber(share * 100, digits))

/** `81.4 tok/s` */
export const formatRate = (tokensPerSecond: number): string => `${formatNumber(tokensPerSecond, tokensPerSecond < 100 ? 1 : 0)} tok/s`

/** `18.4 GB/s`, decimal as in STREAM */
export const formatBandwidth = (bytesPerSecond: number): string => `${threeDigits(bytesPerSecond / 1e9)} GB/s`

/** `131 GFLOP/s`, `2.40 TFLOP/s` */
export const formatFlopRate = (flopPerSecond: number): string =>
  flopPerSecond < 1e12 ? `${threeDigits(flopPerSecond / 1e9)} GFLOP/s` : `${threeDigits(flopPerSecond / 1e12)} TFLOP/s`

const threeDigits = (value: number): string => formatNumber(value, value < 10 ? 2 : value < 100 ? 1 : 0)
