import type { ReactNode } from 'react'
import { type Recall, recallInterval } from '../../../../core/compare/gate/recall'
import { copy } from '../../../../core/copy/copy'
import { Explained } from '../../../ui/explained'
import type { MeasuredSetting } from '../../measured/measured-setting'

export interface CountColumn {
  readonly key: string | number
  readonly heading: ReactNode
  readonly of: (setting: MeasuredSetting) => Recall | null
}

interface CountCardProps {
  readonly texts: Readonly<Record<'title' | 'label' | 'meaning' | 'note', string>>
  readonly settings: readonly MeasuredSetting[]
  readonly columns: readonly CountColumn[]
  readonly hasIntervals?: boolean
}

/** Leaves out columns and settings without a count. */
export function CountCard({ texts, settings, columns, hasIntervals = false }: CountCardProps) {
  const shown = columns.filter(({ of }) => settings.some((setting) => of(setting) !== null))
  const measured = settings.filter((setting) => shown.some(({ of }) => of(setting) !== null))
  if (measured.length === 0) return null
  return (
    <section aria-label={texts.title} className="min-w-0 rounded-lg border border-line bg-raised p-3">
      <Explained by={texts.meaning} className="font-medium text-[13px]">
        {texts.title}
      </Explained>
      <p className="mb-2 text-[12px] text-faint">{texts.note}</p>
      <section
        aria-label={texts.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="w-full text-[13px]">
          <thead>
            <tr className="border-line border-b text-soft">
              <th scope="col" className="py-1 pr-3 text-left align-bottom font-normal">
                {copy.compare.table.setting}
              </th>
              {shown.map(({ key, heading }) => (
                <th key={key} scope="col" className="py-1 pl-3 text-right align-bottom font-normal">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {measured.map((setting) => (
              <tr key={setting.id} className="border-line border-b last:border-0">
                <th scope="row" className="max-w-48 truncate py-1 pr-3 text-left font-normal" title={setting.name}>
                  {setting.name}
                </th>
                {shown.map(({ key, of }) => (
                  <CountCell key={key} count={of(setting)} hasInterval={hasIntervals} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function CountCell({ count, hasInterval }: { readonly count: Recall | null; readonly hasInterval: boolean }) {
  const texts = copy.compare.charts
  return (
    <td className="whitespace-nowrap py-1 pl-3 text-right">
      {count ? texts.found(count.found, count.trials) : '–'}
      {count && hasInterval && (
        <span className="block text-[11px] text-faint leading-tight">{texts.suite.interval(recallInterval(count))}</span>
      )}
    </td>
  )
}
