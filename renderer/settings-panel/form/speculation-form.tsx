import type { DraftCheck, DraftStatus } from '../../../core/contract/models/draft'
import type { ModelFile } from '../../../core/contract/models/models'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import type { Speculation } from '../../../core/contract/settings/setting-ranges'
import { describeFailure, sentenceOf } from '../../../core/copy/failures'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { keepsState } from '../../../core/speculation/keeps-state'
import { useApp } from '../../client/use-app'
import type { NumberFieldName } from '../../settings/number-fields'
import { NumberSetting } from '../../settings/number-setting'
import { Choice } from '../../ui/controls/choice'
import { SettingRow } from '../../ui/fields/setting-row'
import { draftModelChoices } from './draft-model-choices'
import { OpenDraftModelFile } from './open-draft-model-file'

export interface SpeculationFormProps {
  readonly file: ModelFile
  readonly value: SamplingSettings
  readonly shape: CacheShape | null
  readonly typed: Readonly<Record<string, string>>
  /** The draft model chosen in the form; null: unknown. */
  readonly check: DraftCheck | null
  readonly onChange: (change: Partial<SamplingSettings>) => void
  readonly onTyped: (field: NumberFieldName, text: string | null) => void
}

export function SpeculationForm(props: SpeculationFormProps) {
  const { value, shape, onChange } = props
  const refused = refusedSpeculation(shape)
  return (
    <>
      <SettingRow
        name="Speculation"
        explanation="Several tokens that may come are evaluated at once, and those stay that the model would have picked itself: the answer is the same. Prompt lookup drafts what came after the same tokens before; a draft model is a smaller one of the same family. Ends by itself within an answer where it is slower."
      >
        <Choice
          label="Speculation"
          value={value.speculation}
          options={[
            { value: 'off', label: 'off' },
            { value: 'prompt-lookup', label: 'prompt lookup', refused },
            { value: 'draft-model', label: 'draft model', refused },
          ]}
          onChange={(speculation: Speculation) => onChange({ speculation })}
        />
      </SettingRow>
      {value.speculation === 'draft-model' && <DraftModelForm {...props} />}
    </>
  )
}

/** Why a model cannot use speculation, or undefined. */
function refusedSpeculation(shape: CacheShape | null): string | undefined {
  if (!shape || !keepsState(shape)) return undefined
  return sentenceOf({ code: 'speculation-refused', facts: { reason: 'recurrent-state' } }).what
}

function DraftModelForm({ file, value, typed, check, onChange, onTyped }: SpeculationFormProps) {
  const models = useApp((state) => state.models)
  const number = (field: NumberFieldName & keyof SamplingSettings) => ({
    field,
    typed: typed[field],
    onTyped: (text: string | null) => onTyped(field, text),
  })
  return (
    <div className="border-line-strong border-l-2 pl-3">
      <SettingRow
        name="Draft model"
        explanation="A smaller model of the same family, with the same vocabulary (llama.cpp’s --model-draft). It is loaded beside this one, with an f16 cache of as many cells."
        problem={check?.failure ? describeFailure(check.failure) : undefined}
      >
        <Choice
          label="Draft model"
          value={value.draftModelId ?? ''}
          placeholder="choose one"
          options={draftModelChoices(models, file)}
          onChange={(draftModelId) => onChange({ draftModelId })}
        />
      </SettingRow>
      <LoadedDraft chosenId={value.draftModelId} hasProblem={check?.failure !== null && check !== null} />
      <OpenDraftModelFile onFile={({ id }) => onChange({ draftModelId: id })} />
      <NumberSetting
        {...number('draftMax')}
        label="Draft max in tokens"
        explanation="Tokens that the draft model writes ahead at most (llama.cpp’s --spec-draft-n-max). How many it writes follows from how many were right."
        value={value.draftMax}
        onChange={(draftMax) => draftMax !== null && onChange({ draftMax })}
      />
      <NumberSetting
        {...number('draftPMin')}
        label="Draft p min"
        explanation="A draft ends before the first token that the draft model finds less likely than this (llama.cpp’s --spec-draft-p-min). Higher: shorter drafts that are right more often."
        value={value.draftPMin}
        onChange={(draftPMin) => draftPMin !== null && onChange({ draftPMin })}
        step={0.05}
      />
    </div>
  )
}

/** Status of the stored draft model, if it is the one in the form. */
function LoadedDraft({ chosenId, hasProblem }: { readonly chosenId: string | null; readonly hasProblem: boolean }) {
  const draft = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.draft : undefined))
  if (!draft || hasProblem) return null
  const text = statusText(draft, chosenId)
  return text && <p className={`py-1 text-[12px] leading-snug ${draft.status === 'failed' ? 'text-danger' : 'text-faint'}`}>{text}</p>
}

function statusText(draft: DraftStatus, chosenId: string | null): string | null {
  switch (draft.status) {
    case 'none':
      return null
    case 'loading':
      return draft.file.id === chosenId ? 'Loading…' : null
    case 'ready':
      return draft.file.id === chosenId ? 'Loaded beside this model.' : null
    case 'failed':
      return `Not loaded, answers are written without it. ${sentenceOf(draft.failure).what}`
  }
}
