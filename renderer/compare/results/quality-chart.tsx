import { useState } from 'react'
import { formatNats } from '../../../core/compare/statistics/format-nats'
import { copy } from '../../../core/copy/copy'
import { formatNumber, withPercentSign } from '../../../core/text/number-language'
import { ChartCard } from '../../ui/charts/chart-card'
import { niceAxis, tickDigits } from '../../ui/charts/nice-axis'
import { RowChart } from '../../ui/charts/row-chart'
import { type ChartRow, errorEnds } from '../../ui/charts/row-shape'
import { Segmented } from '../../ui/controls/segmented'
import type { Estimate, MeasuredSetting } from '../measured/measured-setting'

type QualityFigure = keyof typeof copy.compare.charts.quality.figures

const figures: Readonly<
  Record<
    QualityFigure,
    {
      readonly of: (setting: MeasuredSetting) => Estimate | null | undefined
      readonly write: (value: number) => string
      /** False if 0 is far from the values or meaningless. */
      readonly fromZero: boolean
    }
  >
> = {
  divergence: {
    of: ({ quality }) => quality?.divergence?.mean,
    write: formatNats,
    fromZero: true,
  },
  top1: {
    of: ({ quality }) => quality?.topAgreement && inPercent(quality.topAgreement),
    write: (value) => withPercentSign(formatNumber(value, value === 100 ? 0 : 2)),
    fromZero: false,
  },
  perplexity: {
    of: ({ quality }) => quality?.perplexity,
    write: (value) => formatNumber(value, 3),
    fromZero: false,
  },
}

const inPercent = ({ value, error }: Estimate): Estimate => ({ value: value * 100, error: error === null ? null : error * 100 })

export function QualityChart({ settings, source }: { readonly settings: readonly MeasuredSetting[]; readonly source: string }) {
  const [figure, setFigure] = useState<QualityFigure>('divergence')
  if (settings.every(({ quality }) => quality === null)) return null
  const texts = copy.compare.charts.quality
  const { of, write, fromZero } = figures[figure]
  const rows = settings.flatMap((setting, look): ChartRow[] => {
    const estimate = of(setting)
    if (!estimate) return []
    const { value, error } = estimate
    return [
      {
        id: setting.id,
        name: setting.name,
        look,
        bar: fromZero ? [0, value] : null,
        dot: fromZero ? null : value,
        whisker: error === null || error === 0 ? null : errorEnds(value, error),
        tick: null,
        text: write(value),
      },
    ]
  })
  const axis = niceAxis(
    rows.flatMap(({ bar, dot, whisker }) => [...(bar ?? []), ...(dot === null ? [] : [dot]), ...(whisker ?? [])]),
    fromZero,
  )
  return (
    <ChartCard
      title={texts.title}
      meaning={texts.meaning}
      note={texts.figures[figure].note}
      source={source}
      legend={[]}
      actions={
        <Segmented
          label={texts.choice}
          value={figure}
          options={(Object.keys(figures) as QualityFigure[]).map((value) => ({ value, label: texts.figures[value].name }))}
          onChange={setFigure}
        />
      }
    >
      <RowChart label={texts.label(rows)} rows={rows} axis={axis} tickText={(value) => formatNumber(value, tickDigits(axis))} />
    </ChartCard>
  )
}
