import { useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { Section } from '../../ui/section'
import type { MeasuredSetting } from '../measured/measured-setting'
import { depthsOf, type Reading } from '../measured/measures'
import { verdictFor } from './verdict-for'
import { verdictNote } from './verdict-note'

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
    const sentence = verdict && copy.compare.verdict(verdict)
    return reference && sentence ? [{ setting, reference, sentence, grade: verdict.quality?.grade }] : []
  })
  if (verdicts.length === 0) return null
  return (
    <Section
      title="In words"
      note={verdictNote(
        verdicts.map(({ reference }) => reference.name),
        depthsOf(settings),
        reading.depth,
      )}
    >
      <ul aria-label="Verdicts" className="flex flex-col gap-1 text-[13px] leading-snug">
        {(isAll ? verdicts : verdicts.slice(0, firstShown)).map(({ setting, sentence, grade }) => (
          <li key={setting.id} title={grade && copy.compare.grades[grade].why}>
            <span className="font-medium">{setting.name}</span>: {sentence}.
          </li>
        ))}
      </ul>
      {verdicts.length > firstShown && (
        <Button className="mt-1.5" onClick={() => setAll(!isAll)}>
          {isAll ? 'Show fewer' : `Show all ${verdicts.length}`}
        </Button>
      )}
    </Section>
  )
}
