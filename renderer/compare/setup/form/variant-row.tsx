import { ChevronDown, ChevronRight, X } from 'lucide-react'
import { memo, useState } from 'react'
import type { KvSettings } from '../../../../core/contract/settings/kv-settings'
import { type KvType, kvTypes } from '../../../../core/contract/settings/kv-types'
import { kvRanges } from '../../../../core/contract/settings/setting-ranges'
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
  /** Shows only the name until it is opened. */
  readonly isFolded: boolean
  readonly refusal: string | undefined
}

export const VariantRow = memo(function VariantRow(props: VariantRowProps) {
  const { at, name, settings, isFolded, refusal } = props
  const [isOpen, setOpen] = useState(false)
  const label = `Setting ${at + 1}: ${name}`
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
          {refusal && <span className="shrink-0 text-[12px] text-danger">refused</span>}
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
              Make it the reference
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
  const { refusal: reasonAgainst, typesAreOne } = kvChoices(shape, settings)
  const plan = shape && planSettings(shape, settings)
  const keyChange = (keyType: KvType) => (typesAreOne ? { keyType, valueType: keyType } : { keyType })
  const valueChange = (valueType: KvType) => (typesAreOne ? { keyType: valueType, valueType } : { valueType })
  return (
    <>
      <div className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto_auto] items-center gap-1.5">
        <IconButton
          icon={isOpen ? ChevronDown : ChevronRight}
          label={`${isOpen ? 'Fewer' : 'More'} settings of ${name}`}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        />
        <Choice
          label={`K type of setting ${at + 1}`}
          value={settings.keyType}
          options={typeOptions((type) => reasonAgainst(keyChange(type)))}
          onChange={(type) => changeVariant(at, keyChange(type))}
        />
        <Choice
          label={`V type of setting ${at + 1}`}
          value={settings.valueType}
          options={typeOptions((type) => reasonAgainst(valueChange(type)))}
          onChange={(type) => changeVariant(at, valueChange(type))}
        />
        <span className="w-20 text-right text-[12px] text-faint" title="Cache of the whole context, as planned">
          {plan && !plan.refused && formatBytes(plan.totalCacheBytes)}
        </span>
        <IconButton icon={X} label={`Take ${name} out`} disabled={!canBeRemoved} onClick={() => removeVariant(at)} />
      </div>
      <div className="pl-8">
        {at === 0 && <p className="text-[12px] text-faint">Reference: the others are measured against it.</p>}
        <Problem text={plan?.refused?.message ?? refusal} />
      </div>
    </>
  )
}

/** Short labels: two fit on one line. */
const typeOptions = (refusal: (type: KvType) => string | undefined): readonly ChoiceOption<KvType>[] =>
  kvTypes.map((type) => ({ value: type, label: type, note: `${bitsOf(type)} bits per element`, refused: refusal(type) }))

interface MoreFieldsProps {
  readonly at: number
  readonly settings: KvSettings
  readonly shape: CacheShape | null
}

function MoreFields({ at, settings, shape }: MoreFieldsProps) {
  const { refusal: reasonAgainst } = kvChoices(shape, settings)
  const open = (value: number | 'auto') => (value === 'auto' ? null : value)
  const of = `of setting ${at + 1}`
  return (
    <>
      <Labelled
        label="Context"
        meaning="Tokens. Left empty: what the model was trained for. Each measurement takes as much of it as it needs."
      >
        <NumberInput
          label={`Context ${of}`}
          value={open(settings.contextTokens)}
          onChange={(tokens) => changeVariant(at, { contextTokens: tokens ?? 'auto' })}
          range={kvRanges.contextTokens}
          placeholder="automatic"
        />
      </Labelled>
      <Labelled label="Flash attention" meaning="Attention tile by tile. A quantized V needs it.">
        <Choice
          label={`Flash attention ${of}`}
          value={settings.flashAttention}
          options={(['auto', 'on', 'off'] as const).map((mode) => ({
            value: mode,
            label: mode === 'auto' ? 'automatic' : mode,
            refused: reasonAgainst({ flashAttention: mode }),
          }))}
          onChange={(flashAttention) => changeVariant(at, { flashAttention })}
        />
      </Labelled>
      <Labelled label="Threads" meaning="Left empty: measured once when the context is made.">
        <NumberInput
          label={`Threads ${of}`}
          value={open(settings.threads)}
          onChange={(threads) => changeVariant(at, { threads: threads ?? 'auto' })}
          range={kvRanges.threads}
          placeholder="automatic"
        />
      </Labelled>
      <Labelled label="Batch" meaning="Prompt tokens processed at once.">
        <NumberInput
          label={`Batch ${of}`}
          value={settings.batchTokens}
          onChange={(tokens) => tokens !== null && changeVariant(at, { batchTokens: tokens })}
          range={kvRanges.batchTokens}
        />
      </Labelled>
      <Labelled
        label="GPU layers"
        meaning="Layers on the GPU. Left empty: as many as fit. Settings that differ here need the model loaded again."
      >
        <NumberInput
          label={`GPU layers ${of}`}
          value={open(settings.gpuLayers)}
          onChange={(layers) => changeVariant(at, { gpuLayers: layers ?? 'auto' })}
          range={kvRanges.gpuLayers}
          placeholder="automatic"
        />
      </Labelled>
    </>
  )
}
