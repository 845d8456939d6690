import { formatCount } from '../../text/amounts'

/** For example, 1, 2, 3, 4 and 7 become `1–4` and `7`. */
export function numberRuns(numbers: readonly number[]): string[] {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`))
}
