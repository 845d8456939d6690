import type { DraftCheck } from '../../../core/contract/models/draft'
import type { ModelFile } from '../../../core/contract/models/models'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { copy } from '../../../core/copy/copy'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import type { NumberFieldName } from '../../settings/number-fields'
import { AnswerFields } from './answer-fields'
import { SamplerFields } from './samplers/sampler-fields'
import { SpeculationForm } from './speculation-form'

export interface SamplingFormProps {
  readonly file: ModelFile
  readonly value: SamplingSettings
  readonly draftModelCheck: DraftCheck | null
  readonly shape: CacheShape | null
  readonly typed: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<SamplingSettings>) => void
  readonly onTyped: (field: NumberFieldName | 'logitBias', text: string | null) => void
}

export function SamplingForm({ file, draftModelCheck, shape, ...edited }: SamplingFormProps) {
  return (
    <fieldset className="mt-4">
      <legend className="mb-1 font-medium">{copy.settings.groups.sampling}</legend>
      <SamplerFields {...edited} />
      <AnswerFields {...edited}>
        <SpeculationForm {...edited} file={file} shape={shape} check={draftModelCheck} />
      </AnswerFields>
    </fieldset>
  )
}
