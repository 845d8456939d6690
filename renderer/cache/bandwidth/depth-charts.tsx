import { useMemo } from 'react'
import { allowedItlMs } from '../../../core/bandwidth/bound'
import { occupancyOverTime } from '../../../core/bandwidth/conversation-points'
import { decodeStep } from '../../../core/bandwidth/decode-grid'
import { type DepthPoint, type PredictionOutcome, predictedItl, type ReadBytes } from '../../../core/bandwidth/predict-itl'
import type { ReadModel } from '../../../core/bandwidth/token-reads'
import type { TurnMetrics } from '../../../core/contract/chat/turn'
import { copy } from '../../../core/copy/copy'
import type { CacheSettings } from '../../../core/kv/cache-settings'
import { ChartCard } from '../../ui/charts/chart-card'
import { type ChartLine, LineChartView } from '../../ui/charts/line-chart-view'

export interface DepthChartsProps {
  readonly model: ReadModel
  readonly settings: CacheSettings
  readonly turns: readonly TurnMetrics[]
  readonly points: readonly DepthPoint[]
  readonly outcome: PredictionOutcome
  readonly bytes: ReadBytes
  readonly bytesPerSecond: number | null
  /** Per sequence. */
  readonly contextTokens: number
}

export function DepthCharts(props: DepthChartsProps) {
  const { turns, points } = props
  const occupancy = useMemo(() => occupancyOverTime(turns), [turns])
  const itl = useMemo(() => itlLines(props), [props])
  const texts = copy.bandwidth.charts
  const source = copy.bandwidth.title
  return (
    <>
      {occupancy.length > 0 && (
        <ChartCard {...cardOf(texts.occupancy)} source={source} legend={[]}>
          <LineChartView
            label={texts.occupancy.title}
            lines={[
              {
                id: 'cells',
                name: texts.occupancy.line,
                look: 0,
                points: occupancy.map(({ seconds, usedCells }) => ({ x: seconds, y: exactly(usedCells) })),
              },
            ]}
            xUnit={texts.occupancy.x}
            yUnit={texts.occupancy.y}
            hasDots={false}
          />
        </ChartCard>
      )}
      {points.length > 0 ? (
        <>
          <ChartCard {...cardOf(texts.itl)} source={source} legend={itl}>
            <LineChartView label={texts.itl.title} lines={itl} xUnit={texts.itl.x} yUnit="ms" hasDots={false} />
          </ChartCard>
          <ChartCard {...cardOf(texts.rate)} source={source} legend={itl}>
            <LineChartView label={texts.rate.title} lines={itl.map(asRate)} xUnit={texts.itl.x} yUnit="tok/s" hasDots={false} />
          </ChartCard>
        </>
      ) : (
        <p className="text-[13px] text-faint">{texts.empty}</p>
      )}
    </>
  )
}

const cardOf = ({ title, meaning, note }: { readonly title: string; readonly meaning: string; readonly note: string }) => ({
  title,
  meaning,
  note,
})
const exactly = (value: number) => ({ value, error: null })

/** Enough points to show the bend where a sliding window fills. */
const linePoints = 24
const everyBar = 4

function itlLines({ model, settings, points, outcome, bytes, bytesPerSecond, contextTokens }: DepthChartsProps): ChartLine[] {
  const texts = copy.bandwidth.charts.itl
  const measured: ChartLine = {
    id: 'measured',
    name: texts.measured,
    look: 1,
    hasDots: true,
    points: points.map(({ tokens, itlMs }) => ({ x: tokens, y: exactly(itlMs) })),
  }
  // A longer axis would squeeze the measured points into a dot.
  const end = Math.min(contextTokens, 2 * Math.max(...points.map(({ tokens }) => tokens), 128))
  const depths = Array.from({ length: linePoints + 1 }, (_, at) => Math.max(1, Math.round((end * at) / linePoints)))
  const steps = depths.map((tokens) => decodeStep(model, settings, tokens))
  const predicted = steps.flatMap(({ tokens }, at) => {
    if (!outcome.ok || tokens < outcome.prediction.range.shallowest) return []
    const itl = predictedItl(outcome.prediction, tokens, bytes)
    if (!itl) return []
    const value = { value: itl.ms, error: null }
    return [{ x: tokens, y: at % everyBar === 0 ? { ...value, span: [itl.lowMs, itl.highMs] as const } : value }]
  })
  const allowed =
    bytesPerSecond === null
      ? []
      : steps.map(({ tokens, movedBytes }) => ({ x: tokens, y: exactly(allowedItlMs(movedBytes, bytesPerSecond)) }))
  return [
    measured,
    ...(predicted.length > 0 ? [{ id: 'predicted', name: texts.predicted, look: 2, points: predicted }] : []),
    ...(allowed.length > 0 ? [{ id: 'allowed', name: texts.allowed, look: 3, points: allowed }] : []),
  ]
}

const asRate = (line: ChartLine): ChartLine => ({
  ...line,
  points: line.points.map(({ x, y: { value, span } }) => ({
    x,
    y: { ...exactly(1000 / value), ...(span && { span: [1000 / span[1], 1000 / span[0]] as const }) },
  })),
})
