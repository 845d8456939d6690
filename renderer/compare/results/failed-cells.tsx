import { copy } from '../../../core/copy/copy'
import { sentenceOf } from '../../../core/copy/failures'
import { Section } from '../../ui/section'
import type { MeasuredSetting } from '../measured/measured-setting'

/** Hundreds of settings can fail for the same reason. */
const mostShown = 12

export function FailedCells({ settings }: { readonly settings: readonly MeasuredSetting[] }) {
  const groups = grouped(settings)
  if (groups.length === 0) return null
  const texts = copy.compare.failures
  return (
    <Section title={texts.title} note={texts.note}>
      <ul aria-label={texts.title} className="flex flex-col gap-1.5 text-[13px]">
        {groups.slice(0, mostShown).map(({ id, name, parts, sentence }) => (
          <li key={id} className="rounded-md border border-danger/40 bg-danger-soft px-3 py-1.5 [overflow-wrap:anywhere]">
            <span className="font-medium">{name}</span>: {texts.parts(parts)} {sentence.what}{' '}
            <span className="text-soft">{sentence.todo}</span>
          </li>
        ))}
      </ul>
      {groups.length > mostShown && <p className="mt-1.5 text-[13px] text-soft">{texts.more(groups.length - mostShown)}</p>}
    </Section>
  )
}

function grouped(settings: readonly MeasuredSetting[]) {
  return settings.flatMap(({ id, name, failed }) => {
    const reasons = [...new Set(failed.map(({ failure }) => JSON.stringify(failure)))]
    return reasons.map((reason) => {
      const cells = failed.filter(({ failure }) => JSON.stringify(failure) === reason)
      const sentence = cells[0] ? sentenceOf(cells[0].failure) : { what: '', todo: '' }
      return { id: `${id} ${reason}`, name, parts: [...new Set(cells.map(({ what }) => what))], sentence }
    })
  })
}
