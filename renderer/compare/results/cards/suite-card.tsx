import { recallInterval } from '../../../../core/compare/gate/recall'
import type { SuiteFigures } from '../../../../core/compare/suite/suite-figures'
import { copy } from '../../../../core/copy/copy'
import { Explained } from '../../../ui/explained'
import type { MeasuredSetting } from '../../measured/measured-setting'

type ColumnName = keyof typeof copy.compare.charts.suite.columns

interface Column {
  readonly name: ColumnName
  readonly of: (figures: SuiteFigures) => Share | null
}
interface Share {
  readonly found: number
  readonly trials: number
}

const columns: readonly Column[] = [
  { name: 'rightTool', of: ({ toolCalls }) => shareOf(toolCalls?.rightTool, toolCalls?.prompts) },
  { name: 'rightArguments', of: ({ toolCalls }) => shareOf(toolCalls?.rightArguments, toolCalls?.prompts) },
  { name: 'sameCall', of: ({ toolCalls }) => shareOf(toolCalls?.sameCall, toolCalls?.prompts) },
  { name: 'valid', of: ({ schemas }) => shareOf(schemas?.valid, schemas?.prompts) },
  { name: 'validWithGrammar', of: ({ schemasWithGrammar: bound }) => shareOf(bound?.valid, bound?.prompts) },
]

const shareOf = (found: number | null | undefined, trials: number | undefined): Share | null =>
  found === null || found === undefined || !trials ? null : { found, trials }

export function SuiteCard({ settings }: { readonly settings: readonly MeasuredSetting[] }) {
  const shown = columns.filter(({ of }) => settings.some(({ suite }) => of(suite) !== null))
  const measured = settings.filter(({ suite }) => shown.some(({ of }) => of(suite) !== null))
  if (measured.length === 0) return null
  const texts = copy.compare.charts.suite
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
              {shown.map(({ name }) => (
                <th key={name} scope="col" className="py-1 pl-3 text-right align-bottom font-normal">
                  <Explained by={texts.columns[name].meaning}>{texts.columns[name].name}</Explained>
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
                {shown.map(({ name, of }) => (
                  <ShareCell key={name} share={of(setting.suite)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function ShareCell({ share }: { readonly share: Share | null }) {
  const texts = copy.compare.charts.suite
  return (
    <td className="whitespace-nowrap py-1 pl-3 text-right">
      {share ? (
        <>
          {texts.found(share.found, share.trials)}
          <span className="block text-[11px] text-faint leading-tight">{texts.interval(recallInterval(share))}</span>
        </>
      ) : (
        '–'
      )}
    </td>
  )
}
