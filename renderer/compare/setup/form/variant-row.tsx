import { ChevronDown, ChevronRight, X } from 'lucide-react'
import { memo, useState } from 'react'
import type { KvSettings } from '../../../../core/contract/settings/kv-settings'
import { type KvType, kvTypes } from '../../../../core/contract/settings/kv-types'
import { kvRanges } from '../../../../core/contract/settings/setting-ranges'
import { copy } from '../../../../core/copy/copy'
import { planSettings } from '../../../../core/kv/kv-settings-plan'
import type { CacheShape } from '../../../../core/kv/shape/cache-shape'
import { formatBytes } from '../../../../core/text/amounts'
import { bitsOf } from '../../../settings/kv-type-choices'
import { kvChoices } from '../../../settings/refused-choices'
import { Button } from '../../../ui/controls/button'
import { Choice, type ChoiceOption } from '../../../ui/controls/choice'
import { IconButton } from '../../../ui/controls/icon-button'
import { Labelled, Problem } from '../../../ui/fields/form-field'
import { NumberInput } from '../../../ui/fields/number-input'
import { changeVariant, makeReference, removeVariant } from '../setup-store'

export interface VariantRowProps {
  readonly at: number
  readonly name: string
  readonly settings: KvSettings
  readonly shape: CacheShape | null
  readonly canBeRemoved: boolean
  readonly isFolded: boolean
  readonly refusal: string | undefined
}

export const VariantRow = memo(function VariantRow(props: VariantRowProps) {
  const { at, name, settings, isFolded, refusal } = props
  const [isOpen, setOpen] = useState(false)
  const texts = copy.compare.variants.row
  const label = texts.label(at + 1, name)
  if (isFolded && !isOpen)
    return (
      <li aria-label={label} className="border-line border-b last:border-0">
        <button
          type="button"
          aria-expanded={false}
          className="flex w-full items-center gap-2 py-1 text-left text-[13px]"
          onClick={() => setOpen(true)}
        >
          <ChevronRight size={14} aria-hidden className="shrink-0 text-soft" />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {refusal && <span className="shrink-0 text-[12px] text-danger">{texts.refused}</span>}
        </button>
      </li>
    )
  return (
    <li aria-label={label} className="border-line border-b py-1.5 last:border-0">
      <TypeFields {...props} isOpen={isOpen} onOpen={setOpen} />
      {isOpen && (
        <div className="mt-1 grid grid-cols-3 gap-x-2 gap-y-1.5 pl-8 @max-[68.75rem]:grid-cols-2">
          <MoreFields at={at} settings={settings} shape={props.shape} />
          {at > 0 && (
            <Button look="quiet" className="h-7 self-end justify-self-start" onClick={() => makeReference(at)}>
              {texts.makeReference}
            </Button>
          )}
        </div>
      )}
    </li>
  )
})

interface TypeFieldsProps extends VariantRowProps {
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

function TypeFields({ at, name, settings, shape, canBeRemoved, refusal, isOpen, onOpen }: TypeFieldsProps) {
  const texts = copy.compare.variants.row
  const { refusal: reasonAgainst, typesAreOne } = kvChoices(shape, settings)
  const plan = shape && planSettings(shape, settings)
  const keyChange = (keyType: KvType) => (typesAreOne ? { keyType, valueType: keyType } : { keyType })
  const valueChange = (valueType: KvType) => (typesAreOne ? { keyType: valueType, valueType } : { valueType })
  return (
    <>
      <div className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto_auto] items-center gap-1.5">
        <IconButton
          icon={isOpen ? ChevronDown : ChevronRight}
          label={isOpen ? texts.fewer(name) : texts.more(name)}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        />
        <Choice
          label={texts.keyType(at + 1)}
          value={settings.keyType}
          options={typeOptions((type) => reasonAgainst(keyChange(type)))}
          onChange={(type) => changeVariant(at, keyChange(type))}
        />
        <Choice
          label={texts.valueType(at + 1)}
          value={settings.valueType}
          options={typeOptions((type) => reasonAgainst(valueChange(type)))}
          onChange={(type) => changeVariant(at, valueChange(type))}
        />
        <span className="w-20 text-right text-[12px] text-faint" title={texts.planned}>
          {plan && !plan.refused && formatBytes(plan.totalCacheBytes)}
        </span>
        <IconButton icon={X} label={texts.remove(name)} disabled={!canBeRemoved} onClick={() => removeVariant(at)} />
      </div>
      <div className="pl-8">
        {at === 0 && <p className="text-[12px] text-faint">{texts.reference}</p>}
        <Problem text={plan?.refused ? copy.reasons.settingsRefusal(plan.refused.reason) : refusal} />
      </div>
    </>
  )
}

/** Two of these short labels must fit on one line. */
const typeOptions = (refusal: (type: KvType) => string | undefined): readonly ChoiceOption<KvType>[] =>
  kvTypes.map((type) => ({ value: type, label: type, note: copy.compare.variants.row.bits(bitsOf(type)), refused: refusal(type) }))

interface MoreFieldsProps {
  readonly at: number
  readonly settings: KvSettings
  readonly shape: CacheShape | null
}

function MoreFields({ at, settings, shape }: MoreFieldsProps) {
  const { refusal: reasonAgainst } = kvChoices(shape, settings)
  const open = (value: number | 'auto') => (value === 'auto' ? null : value)
  const { fields, automatic, flashModes } = copy.compare.variants
  const number = at + 1
  return (
    <>
      <Labelled label={fields.contextTokens.name} meaning={fields.contextTokens.meaning}>
        <NumberInput
          label={fields.contextTokens.of(number)}
          value={open(settings.contextTokens)}
          onChange={(tokens) => changeVariant(at, { contextTokens: tokens ?? 'auto' })}
          range={kvRanges.contextTokens}
          placeholder={automatic}
        />
      </Labelled>
      <Labelled label={fields.flashAttention.name} meaning={fields.flashAttention.meaning}>
        <Choice
          label={fields.flashAttention.of(number)}
          value={settings.flashAttention}
          options={(['auto', 'on', 'off'] as const).map((mode) => ({
            value: mode,
            label: flashModes[mode],
            refused: reasonAgainst({ flashAttention: mode }),
          }))}
          onChange={(flashAttention) => changeVariant(at, { flashAttention })}
        />
      </Labelled>
      <Labelled label={fields.threads.name} meaning={fields.threads.meaning}>
        <NumberInput
          label={fields.threads.of(number)}
          value={open(settings.threads)}
          onChange={(threads) => changeVariant(at, { threads: threads ?? 'auto' })}
          range={kvRanges.threads}
          placeholder={automatic}
        />
      </Labelled>
      <Labelled label={fields.batchTokens.name} meaning={fields.batchTokens.meaning}>
        <NumberInput
          label={fields.batchTokens.of(number)}
          value={settings.batchTokens}
          onChange={(tokens) => tokens !== null && changeVariant(at, { batchTokens: tokens })}
          range={kvRanges.batchTokens}
        />
      </Labelled>
      <Labelled label={fields.gpuLayers.name} meaning={fields.gpuLayers.meaning}>
        <NumberInput
          label={fields.gpuLayers.of(number)}
          value={open(settings.gpuLayers)}
          onChange={(layers) => changeVariant(at, { gpuLayers: layers ?? 'auto' })}
          range={kvRanges.gpuLayers}
          placeholder={automatic}
        />
      </Labelled>
    </>
  )
}
