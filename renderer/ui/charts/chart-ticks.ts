/** Ticks at powers of two, for memory and contexts. */
import { formatShort } from '../../../core/text/number-language'

const mostTicks = 7

/** Returns ticks from at most `least` to at least `most`, at a constant ratio. Both limits must be above 0. */
export function logTicks(least: number, most: number): readonly number[] {
  const first = Math.floor(Math.log2(least))
  const last = Math.ceil(Math.log2(most))
  const step = Math.max(1, Math.ceil((last - first) / (mostTicks - 1)))
  return Array.from({ length: Math.ceil((last - first) / step) + 1 }, (_, index) => 2 ** (first + index * step))
}

/** Returns multiples of a power of two, up to the first that is at least `most`. */
export function linearTicks(most: number): readonly number[] {
  if (most <= 0) return [0]
  const step = 2 ** Math.ceil(Math.log2(most / (mostTicks - 1)))
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}

/** Such as `128k` and `1M`. */
export function shortTokens(tokens: number): string {
  if (tokens >= 2 ** 20) return `${formatShort(tokens / 2 ** 20, 1)}M`
  return tokens >= 1024 ? `${formatShort(tokens / 1024, 1)}k` : String(tokens)
}

/** Such as `64 MiB` and `1.5 GiB`. */
export function shortBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']
  const power = bytes > 0 ? Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10)) : 0
  return `${formatShort(bytes / 1024 ** power, 1)} ${units[power]}`
}
