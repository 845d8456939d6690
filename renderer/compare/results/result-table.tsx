import { memo, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import type { Figure } from '../../../core/remote/figure'
import { lineStyles } from '../../ui/charts/line-styles'
import { Button } from '../../ui/controls/button'
import { Explained } from '../../ui/explained'
import { errorText, exactText, unreliableText } from '../measured/figure-text'
import type { MeasuredSetting } from '../measured/measured-setting'
import { firstMeasures, type Measure, type Reading, shownMeasures, sourceOf, testOfMeasure } from '../measured/measures'
import { differenceOf } from './difference-of'

export interface ResultTableProps {
  readonly settings: readonly MeasuredSetting[]
  /** Indexed by setting id. */
  readonly references: ReadonlyMap<string, MeasuredSetting>
  readonly reading: Reading
  /** Setting ids. The order determines colors and dashes. */
  readonly charted: readonly string[]
  readonly onChart: (id: string, on: boolean) => void
}

export const ResultTable = memo(function ResultTable({ settings, references, reading, charted, onChart }: ResultTableProps) {
  const [isAll, setAll] = useState(false)
  const all = shownMeasures(settings, reading)
  const first = firstMeasures(all)
  const shown = isAll ? all : first
  return (
    <>
      <section
        aria-label={copy.compare.table.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="max-h-[32rem] overflow-auto rounded-lg border border-line bg-raised"
      >
        <table className="w-full border-separate border-spacing-0 text-[13px]">
          <thead>
            <tr className="text-left text-soft">
              <th scope="col" className="sticky top-0 left-0 z-20 border-line border-r border-b bg-raised px-3 py-1.5 font-normal">
                {copy.compare.table.setting}
              </th>
              {shown.map((measure) => (
                <ColumnHead key={measure.key} measure={measure} test={testOfMeasure(settings, measure.key, reading)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {settings.map((setting) => (
              <SettingRow
                key={setting.id}
                setting={setting}
                reference={references.get(setting.id)}
                shown={shown}
                reading={reading}
                look={charted.indexOf(setting.id)}
                onChart={onChart}
              />
            ))}
          </tbody>
        </table>
      </section>
      {first.length < all.length && (
        <Button className="mt-1.5" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? copy.compare.table.fewerColumns : copy.compare.table.allColumns(all.length)}
        </Button>
      )}
    </>
  )
})

function ColumnHead({ measure, test }: { readonly measure: Measure; readonly test: string }) {
  const { name, meaning } = copy.compare.measures[measure.key]
  return (
    <th
      scope="col"
      className="sticky top-0 z-10 whitespace-nowrap border-line border-b bg-raised px-3 py-1.5 text-right align-bottom font-normal"
    >
      <Explained by={meaning}>{name}</Explained>
      <span className="block text-[11px] text-faint">{[test, measure.unit].filter(Boolean).join(', ')}</span>
    </th>
  )
}

interface SettingRowProps {
  readonly setting: MeasuredSetting
  readonly reference: MeasuredSetting | undefined
  readonly shown: readonly Measure[]
  readonly reading: Reading
  /** Index of color and dashes. -1 if not charted. */
  readonly look: number
  readonly onChart: (id: string, on: boolean) => void
}

const SettingRow = memo(function SettingRow({ setting, reference, shown, reading, look, onChart }: SettingRowProps) {
  return (
    <tr>
      <th scope="row" className="sticky left-0 z-10 max-w-72 border-line border-r border-b bg-raised px-3 py-1 text-left font-normal">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            aria-label={copy.compare.table.inCharts(setting.name)}
            checked={look >= 0}
            onChange={(event) => onChart(setting.id, event.target.checked)}
            className="size-3.5 shrink-0 accent-[var(--accent)]"
          />
          <svg width="16" height="8" aria-hidden className="shrink-0">
            {look >= 0 && <line x1="0" y1="4" x2="16" y2="4" strokeWidth="2.5" {...lineStyles(look)} />}
          </svg>
          <span className="min-w-0 truncate" title={setting.name}>
            {setting.name}
          </span>
          {setting.isReference && (
            <span className="shrink-0 rounded bg-accent-soft px-1.5 text-[11px] text-accent">{copy.compare.table.reference}</span>
          )}
        </label>
      </th>
      {shown.map((measure) => (
        <FigureCell key={measure.key} measure={measure} setting={setting} reference={reference} reading={reading} />
      ))}
    </tr>
  )
})

interface FigureCellProps {
  readonly measure: Measure
  readonly setting: MeasuredSetting
  readonly reference: MeasuredSetting | undefined
  readonly reading: Reading
}

function FigureCell({ measure, setting, reference, reading }: FigureCellProps) {
  const cell = 'whitespace-nowrap border-line border-b px-3 py-1 text-right'
  const figure = measure.of(setting, reading)
  const source = sourceOf(measure, setting)
  if (!figure) {
    const { sign, reason } = absence(measure, setting, source)
    return (
      <td className={`${cell} text-faint`} title={reason}>
        {sign}
      </td>
    )
  }
  const difference = differenceOf(measure, setting, reference, reading)
  const unreliable = unreliableText(measure, figure)
  return (
    <td className={cell} title={[exactText(measure, figure), source && copy.servers.figures.source(source)].filter(Boolean).join(', ')}>
      {measure.write(figure.value)}
      <span className="text-faint">{errorText(measure, figure)}</span>
      {unreliable && <span className="block text-[11px] text-warning leading-tight">{unreliable}</span>}
      {difference && <span className="block text-[11px] text-faint leading-tight">{difference}</span>}
      {source && source.kind !== 'none' && (
        <span className="block text-[11px] text-faint leading-tight">{copy.servers.figures.marks[source.kind]}</span>
      )}
    </td>
  )
}

function absence({ needs }: Measure, { server, waiting, failed }: MeasuredSetting, source: Figure | null) {
  const texts = copy.compare.table.absences
  if (server && needs) return { sign: texts.onServer.sign, reason: texts.onServer.reasons[needs] }
  if (source?.kind === 'none') return { sign: texts.onServer.sign, reason: copy.servers.figures.source(source) }
  return texts[waiting > 0 ? 'waiting' : failed.length > 0 ? 'failed' : 'not-measured']
}
