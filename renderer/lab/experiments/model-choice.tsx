import { useApp } from '../../client/use-app'
import { Choice } from '../../ui/controls/choice'
import { Labelled } from '../../ui/fields/form-field'

export interface ModelChoiceProps {
  /** null: the embedded model. */
  readonly value: string | null
  readonly onChange: (modelId: string | null) => void
}

const embedded = 'embedded'
/** The Lab also limits parameters (lab/model/read-model.ts), so it may still refuse a file that passes here. */
const refusalOf = (architecture: string): string | undefined =>
  architecture === 'llama' ? undefined : `The Lab computes the Llama architecture; this one is ${architecture}.`

/** The embedded model, or one of the library that the Lab may be able to compute. */
export function ModelChoice({ value, onChange }: ModelChoiceProps) {
  const models = useApp((state) => state.models)
  const others = models.filter(({ origin, missing }) => origin !== 'embedded' && !missing)
  return (
    <Labelled
      label="Model"
      meaning="The Lab reads f32, f16, q8_0 and q4_0 weights of the Llama architecture, up to 200 million parameters."
    >
      <Choice
        label="Model of the Lab"
        value={value ?? embedded}
        options={[
          { value: embedded, label: 'Embedded model' },
          ...others.map(({ id, name, architecture }) => ({ value: id, label: name, refused: refusalOf(architecture) })),
        ]}
        onChange={(id) => onChange(id === embedded ? null : id)}
      />
    </Labelled>
  )
}
