import { attainable, intensityOf, type Roof, ridgeOf } from '../../../core/bandwidth/bound'
import type { MeasuredDecode } from '../../../core/bandwidth/conversation-points'
import type { DecodeStep } from '../../../core/bandwidth/decode-grid'
import { promptCost } from '../../../core/bandwidth/prefill-peak'
import type { ReadModel } from '../../../core/bandwidth/token-reads'
import type { PrefillPeak } from '../../../core/contract/models/bandwidth'
import { copy } from '../../../core/copy/copy'
import type { CacheSettings } from '../../../core/kv/cache-settings'

export interface RooflinePoint {
  /** In FLOP per byte. */
  readonly x: number
  /** In FLOP per second. */
  readonly y: number
  /** Such as `micro-batch of 64 tokens`. */
  readonly name: string
}

export interface RooflineSeries {
  readonly id: string
  readonly name: string
  readonly look: number
  /** False for limits, which are points on the roof. */
  readonly isMeasured: boolean
  readonly points: readonly RooflinePoint[]
}

export interface Roofline {
  readonly series: readonly RooflineSeries[]
  /** Left end, ridge, right end. */
  readonly roof: readonly RooflinePoint[]
}

export interface RooflineFacts {
  readonly model: ReadModel
  readonly settings: CacheSettings
  readonly steps: readonly DecodeStep[]
  readonly decodes: readonly MeasuredDecode[]
  readonly peak: PrefillPeak
  readonly roof: Roof
}

export function rooflineOf({ model, settings, steps, decodes, peak, roof }: RooflineFacts): Roofline {
  const texts = copy.bandwidth.roofline
  const prefill = peak.byBatch.map(({ batchTokens, flopPerSecond }) => ({
    x: intensityOf(promptCost(model, settings, batchTokens)),
    y: flopPerSecond,
    name: texts.batch(batchTokens),
  }))
  const decode = decodes.map(({ tokens, flopPerByte, flopPerSecond }) => ({ x: flopPerByte, y: flopPerSecond, name: texts.depth(tokens) }))
  const limits = [...new Set(steps.map(({ type }) => type))].map((type, at): RooflineSeries => {
    const points = steps
      .filter((step) => step.type === type)
      .map(({ tokens, flop, movedBytes }) => ({ x: flop / movedBytes, y: attainable(flop / movedBytes, roof), name: texts.depth(tokens) }))
    return { id: type, name: texts.decodeOf(type), look: at + 2, isMeasured: false, points }
  })
  const series: RooflineSeries[] = [
    { id: 'prefill', name: texts.prefill, look: 0, isMeasured: true, points: prefill },
    ...(decode.length > 0 ? [{ id: 'decode', name: texts.decode, look: 1, isMeasured: true, points: decode }] : []),
    ...limits,
  ]
  const xs = series.flatMap(({ points }) => points.map(({ x }) => x))
  const ridge = ridgeOf(roof)
  const [from, to] = [Math.min(...xs, ridge) / 1.5, Math.max(...xs, ridge) * 1.5]
  return { series, roof: [from, ridge, to].map((x) => ({ x, y: attainable(x, roof), name: texts.roof })) }
}

/** Powers of ten around the values, for a logarithmic axis. */
export function decades(values: readonly number[]): { readonly least: number; readonly most: number; readonly ticks: readonly number[] } {
  const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))]
  const ticks = Array.from({ length: Math.max(1, high - low) + 1 }, (_, at) => 10 ** (low + at))
  return { least: ticks[0] ?? 1, most: ticks.at(-1) ?? 10, ticks }
}
