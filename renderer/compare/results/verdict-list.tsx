import { useState } from 'react'
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
    return reference && verdict?.sentence ? [{ setting, reference, verdict }] : []
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
        {(isAll ? verdicts : verdicts.slice(0, firstShown)).map(({ setting, verdict }) => (
          <li key={setting.id} title={verdict.quality ? `“${verdict.quality.words}”: ${verdict.quality.reason}` : undefined}>
            <span className="font-medium">{setting.name}</span>: {verdict.sentence}.
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
