import { useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { Section } from '../../ui/section'
import type { MeasuredSetting } from '../measured/measured-setting'
import { depthsOf, type Reading } from '../measured/measures'
import { verdictFor } from './verdict-for'

export interface VerdictListProps {
  readonly settings: readonly MeasuredSetting[]
  readonly references: ReadonlyMap<string, MeasuredSetting>
  readonly reading: Reading
}

const firstShown = 8

export function VerdictList({ settings, references, reading }: VerdictListProps) {
  const [isAll, setAll] = useState(false)
  const verdicts = settings.flatMap((setting) => {
    const reference = references.get(setting.id)
    const verdict = reference && reference !== setting ? verdictFor(setting, reference, reading) : null
    const facts = verdict && copy.compare.verdict.facts(verdict)
    return reference && facts ? [{ setting, reference, facts, grade: verdict.quality?.grade, isAtClient: verdict.isAtClient }] : []
  })
  if (verdicts.length === 0) return null
  return (
    <Section
      title={copy.compare.verdict.title}
      note={copy.compare.verdict.note(
        verdicts.map(({ reference }) => reference.name),
        depthsOf(settings).length > 1 && !verdicts.every(({ isAtClient }) => isAtClient) ? reading.depth : null,
      )}
    >
      <ul aria-label={copy.compare.verdict.title} className="flex flex-col gap-1 text-[13px] leading-snug">
        {(isAll ? verdicts : verdicts.slice(0, firstShown)).map(({ setting, facts, grade }) => (
          <li key={setting.id} title={grade && copy.compare.verdict.reason(grade)}>
            <span className="font-medium">{setting.name}</span>: {facts}.
          </li>
        ))}
      </ul>
      {verdicts.length > firstShown && (
        <Button className="mt-1.5" onClick={() => setAll(!isAll)}>
          {isAll ? copy.compare.verdict.showFewer : copy.compare.verdict.showAll(verdicts.length)}
        </Button>
      )}
    </Section>
  )
}
