import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { copy } from '../../../core/copy/copy'
import { ToolsRow } from '../../chat/tools/tools-row'
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
      <ToolsRow />
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

/** With the model's default for the word that it is closest to. */
function creativitiesWith(current: number, standard: number): { readonly value: string; readonly label: string }[] {
  const { creativities, ownCreativity } = copy.settings.plain
  const word = standard < 0.5 ? 'careful' : standard > 1 ? 'creative' : 'balanced'
  const temperatures = { careful: 0.2, balanced: 0.8, creative: 1.2, [word]: standard }
  const known = (['careful', 'balanced', 'creative'] as const).map((name) => ({ value: temperatures[name], label: creativities[name] }))
  const own = known.some(({ value }) => value === current) ? [] : [{ value: current, label: ownCreativity(current) }]
  return [...known, ...own].map(({ value, label }) => ({ value: String(value), label }))
}
