import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { copy } from '../../../core/copy/copy'
import { Choice } from '../../ui/controls/choice'
import { SettingRow } from '../../ui/fields/setting-row'

export interface PlainFieldsProps {
  readonly value: SamplingSettings
  readonly defaults: SamplingSettings
  readonly onChange: (change: Partial<SamplingSettings>) => void
}

/** What people without background want to set, in words. */
export function PlainFields({ value, defaults, onChange }: PlainFieldsProps) {
  const texts = copy.settings.plain
  return (
    <>
      <p className="mb-1 text-[12px] text-faint leading-snug">{copy.settings.atOnce}</p>
      <SettingRow name={texts.length} explanation={texts.lengthMeaning}>
        <Choice
          label={texts.length}
          value={String(value.maxTokens)}
          options={lengthsWith(value.maxTokens).map((tokens) => ({
            value: String(tokens),
            label: tokens === null ? texts.noLimit : texts.words(wordsOf(tokens)),
          }))}
          onChange={(tokens) => onChange({ maxTokens: tokens === 'null' ? null : Number(tokens) })}
        />
      </SettingRow>
      <SettingRow name={texts.creativity} explanation={texts.creativityMeaning}>
        <Choice
          label={texts.creativity}
          value={String(value.temperature)}
          options={creativitiesWith(value.temperature, defaults.temperature)}
          onChange={(temperature) => onChange({ temperature: Number(temperature) })}
        />
      </SettingRow>
    </>
  )
}

/** In tokens. null for no limit. */
const lengths = [128, 512, 2048]

const lengthsWith = (current: number | null): (number | null)[] => [
  ...[...new Set(current === null ? lengths : [...lengths, current])].sort((left, right) => left - right),
  null,
]

/** English text has about three words for four tokens. */
const wordsOf = (tokens: number): number => {
  const words = tokens * 0.75
  return words < 10 ? Math.max(1, Math.round(words)) : Number(words.toPrecision(1))
}

const [careful, creative] = [0.2, 1.2]

/** The default of the model is between the two others, or takes their place. */
function creativitiesWith(current: number, balanced: number): { readonly value: string; readonly label: string }[] {
  const { creativities, ownCreativity } = copy.settings.plain
  const known = [
    ...(balanced > careful ? [{ value: careful, label: creativities.careful }] : []),
    { value: balanced, label: creativities.balanced },
    ...(balanced < creative ? [{ value: creative, label: creativities.creative }] : []),
  ]
  const own = known.some(({ value }) => value === current) ? [] : [{ value: current, label: ownCreativity(current) }]
  return [...known, ...own].map(({ value, label }) => ({ value: String(value), label }))
}
