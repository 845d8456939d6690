/** A logarithmic scale of multiples of llama.cpp's 256 cells, with four stops per octave from 1,024 on: 1,024 1,280 1,536 1,792 2,048 … */
const cellPadding = 256
const perOctave = 4
/** In tokens. The scale ends here, or at a longer trained context. */
const leastEnd = 131_072

export function contextStops(trainedTokens: number): readonly number[] {
  const end = Math.max(leastEnd, trainedTokens)
  const stops: number[] = []
  for (let octave = cellPadding; octave < end; octave *= 2)
    for (let quarter = 0; quarter < perOctave; quarter++) {
      const tokens = octave + (octave / perOctave) * quarter
      if (tokens % cellPadding === 0 && tokens < end) stops.push(tokens)
    }
  return [...stops, end]
}

export const sequenceStops: readonly number[] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256]
export const batchStops: readonly number[] = [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384]

export function nearestStop(stops: readonly number[], value: number): number {
  const distance = (stop: number) => Math.abs(Math.log(stop / Math.max(1, value)))
  return stops.reduce((best, stop, index) => (distance(stop) < distance(stops[best] ?? 1) ? index : best), 0)
}

/** Where a slider goes beyond the trained context. Can be between two stops. undefined if it does not. */
export function trainedStop(stops: readonly number[], trainedTokens: number): number | undefined {
  const after = stops.findIndex((stop) => stop > trainedTokens)
  const before = stops[after - 1]
  if (trainedTokens === 0 || before === undefined) return undefined
  return after - 1 + (trainedTokens - before) / ((stops[after] ?? before) - before)
}
