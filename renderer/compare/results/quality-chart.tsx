import { useState } from 'react'
import { formatNats } from '../../../core/compare/statistics/format-nats'
import { formatNumber } from '../../../core/text/number-language'
import { ChartCard } from '../../ui/charts/chart-card'
import { niceAxis, tickDigits } from '../../ui/charts/nice-axis'
import { RowChart } from '../../ui/charts/row-chart'
import type { ChartRow } from '../../ui/charts/row-shape'
import { Segmented } from '../../ui/controls/segmented'
import type { Estimate, MeasuredSetting } from '../measured/measured-setting'

type QualityFigure = 'divergence' | 'top1' | 'perplexity'

const figures: Readonly<
  Record<
    QualityFigure,
    {
      readonly label: string
      readonly note: string
      readonly of: (setting: MeasuredSetting) => Estimate | null | undefined
      readonly write: (value: number) => string
      /** Draws bars from 0 instead of dots; 0 means nothing for a perplexity. */
      readonly fromZero: boolean
    }
  >
> = {
  divergence: {
    label: 'KLD',
    note: 'Mean KLD in nats, from the reference. Error bars: standard error.',
    of: ({ quality }) => quality?.divergence?.mean,
    write: formatNats,
    fromZero: true,
  },
  top1: {
    label: 'Top-1',
    note: 'Tokens on which setting and reference agree, in %. Error bars: standard error.',
    of: ({ quality }) => quality?.topAgreement && inPercent(quality.topAgreement),
    write: (value) => `${formatNumber(value, value === 100 ? 0 : 2)} %`,
    fromZero: false,
  },
  perplexity: {
    label: 'PPL',
    note: 'Perplexity of the text; the axis does not begin at 0. Error bars: standard error, most of which all settings share.',
    of: ({ quality }) => quality?.perplexity,
    write: (value) => formatNumber(value, 3),
    fromZero: false,
  },
}

const inPercent = ({ value, error }: Estimate): Estimate => ({ value: value * 100, error: error === null ? null : error * 100 })

export function QualityChart({ settings, source }: { readonly settings: readonly MeasuredSetting[]; readonly source: string }) {
  const [figure, setFigure] = useState<QualityFigure>('divergence')
  if (settings.every(({ quality }) => quality === null)) return null
  const { note, of, write, fromZero } = figures[figure]
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
        whisker: error === null || error === 0 ? null : [value - error, value + error],
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
      title="Quality"
      meaning="How far the predictions move from those of the reference, on the chosen text."
      note={note}
      source={source}
      legend={[]}
      actions={
        <Segmented
          label="Figure of quality"
          value={figure}
          options={(Object.keys(figures) as QualityFigure[]).map((value) => ({ value, label: figures[value].label }))}
          onChange={setFigure}
        />
      }
    >
      <RowChart
        label={`Quality: ${rows.map(({ name, text }) => `${name} ${text}`).join(', ')}`}
        rows={rows}
        axis={axis}
        tickText={(value) => formatNumber(value, tickDigits(axis))}
      />
    </ChartCard>
  )
}
