import type { DraftCheck, DraftStatus } from '../../../core/contract/models/draft'
import type { ModelFile } from '../../../core/contract/models/models'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import type { Speculation } from '../../../core/contract/settings/setting-ranges'
import { copy } from '../../../core/copy/copy'
import { describeFailure, sentenceOf } from '../../../core/copy/failures'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { keepsState } from '../../../core/speculation/keeps-state'
import { useApp } from '../../client/use-app'
import type { NumberFieldName } from '../../settings/number-fields'
import { NumberSetting } from '../../settings/number-setting'
import { SettingReset } from '../../settings/setting-reset'
import { Choice } from '../../ui/controls/choice'
import { SettingRow } from '../../ui/fields/setting-row'
import { draftModelChoices } from './draft-model-choices'
import { OpenDraftModelFile } from './open-draft-model-file'

export interface SpeculationFormProps {
  readonly file: ModelFile
  readonly value: SamplingSettings
  readonly shape: CacheShape | null
  readonly typed: Readonly<Record<string, string>>
  readonly check: DraftCheck | null
  readonly onChange: (change: Partial<SamplingSettings>) => void
  readonly onTyped: (field: NumberFieldName, text: string | null) => void
}

export function SpeculationForm(props: SpeculationFormProps) {
  const { value, shape, onChange } = props
  const refused = refusedSpeculation(shape)
  const { fields, speculation } = copy.settings
  return (
    <>
      <SettingRow mark={<SettingReset of="speculation" />} name={fields.speculation.name} explanation={fields.speculation.explanation}>
        <Choice
          label={fields.speculation.label}
          value={value.speculation}
          options={[
            { value: 'off', label: speculation.modes.off },
            { value: 'prompt-lookup', label: speculation.modes['prompt-lookup'], refused },
            { value: 'draft-model', label: speculation.modes['draft-model'], refused },
          ]}
          onChange={(mode: Speculation) => onChange({ speculation: mode })}
        />
      </SettingRow>
      {value.speculation === 'draft-model' && <DraftModelForm {...props} />}
    </>
  )
}

function refusedSpeculation(shape: CacheShape | null): string | undefined {
  if (!shape || !keepsState(shape)) return undefined
  return sentenceOf({ code: 'speculation-refused', facts: { reason: 'recurrent-state' } }).what
}

function DraftModelForm({ file, value, typed, check, onChange, onTyped }: SpeculationFormProps) {
  const models = useApp((state) => state.models)
  const { fields, speculation } = copy.settings
  const number = (field: NumberFieldName & keyof SamplingSettings) => ({
    field,
    typed: typed[field],
    onTyped: (text: string | null) => onTyped(field, text),
  })
  return (
    <div className="border-line-strong border-l-2 pl-3">
      <SettingRow
        mark={<SettingReset of="draftModelId" />}
        name={fields.draftModelId.name}
        explanation={fields.draftModelId.explanation}
        problem={value.draftModelId === null ? noneChosen() : check?.failure ? describeFailure(check.failure) : undefined}
      >
        <Choice
          label={fields.draftModelId.label}
          value={value.draftModelId ?? ''}
          placeholder={speculation.chooseDraft}
          options={draftModelChoices(models, file)}
          onChange={(draftModelId) => onChange({ draftModelId })}
        />
      </SettingRow>
      <LoadedDraft chosenId={value.draftModelId} hasProblem={check?.failure !== null && check !== null} />
      <OpenDraftModelFile onFile={({ id }) => onChange({ draftModelId: id })} />
      <NumberSetting {...number('draftMax')} value={value.draftMax} onChange={(draftMax) => draftMax !== null && onChange({ draftMax })} />
      <NumberSetting
        {...number('draftPMin')}
        value={value.draftPMin}
        onChange={(draftPMin) => draftPMin !== null && onChange({ draftPMin })}
        step={0.05}
      />
    </div>
  )
}

const noneChosen = (): string => describeFailure({ code: 'draft-refused', facts: { name: '', reason: { kind: 'none-chosen' } } })

function LoadedDraft({ chosenId, hasProblem }: { readonly chosenId: string | null; readonly hasProblem: boolean }) {
  const draft = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.draft : undefined))
  if (!draft || hasProblem) return null
  const text = statusText(draft, chosenId)
  return text && <p className={`py-1 text-[12px] leading-snug ${draft.status === 'failed' ? 'text-danger' : 'text-faint'}`}>{text}</p>
}

function statusText(draft: DraftStatus, chosenId: string | null): string | null {
  const text = copy.settings.speculation
  switch (draft.status) {
    case 'none':
      return null
    case 'loading':
      return draft.file.id === chosenId ? text.loading : null
    case 'ready':
      return draft.file.id === chosenId ? text.loaded : null
    case 'failed':
      return text.notLoaded(sentenceOf(draft.failure).what)
  }
}
