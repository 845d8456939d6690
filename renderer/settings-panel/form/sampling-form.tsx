import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { copy } from '../../../core/copy/copy'
import type { NumberFieldName } from '../../settings/number-fields'
import { AnswerFields } from './answer-fields'
import { SamplerFields } from './samplers/sampler-fields'

export interface SamplingFormProps {
  /** The plain view says above what it does not repeat here. */
  readonly isPlain: boolean
  readonly value: SamplingSettings
  readonly typed: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<SamplingSettings>) => void
  readonly onTyped: (field: NumberFieldName | 'logitBias', text: string | null) => void
}

export const SamplingForm = (edited: SamplingFormProps) => (
  <fieldset>
    <legend className="font-medium">{copy.settings.groups.sampling}</legend>
    {!edited.isPlain && <p className="mb-2 text-[12px] text-faint leading-snug">{copy.settings.atOnce}</p>}
    <SamplerFields {...edited} />
    <AnswerFields {...edited} />
  </fieldset>
)
