import { copy } from '../../../core/copy/copy'
import { labArchitecture } from '../../../core/lab/architectures'
import { useApp } from '../../client/use-app'
import { Choice } from '../../ui/controls/choice'
import { Labelled } from '../../ui/fields/form-field'

export interface ModelChoiceProps {
  /** null for the embedded model. */
  readonly value: string | null
  readonly onChange: (modelId: string | null) => void
}

const embedded = 'embedded'
/** The Lab may still refuse a file that passes, because it also limits parameters (lab/model/read-model.ts). */
const refusalOf = (architecture: string): string | undefined =>
  labArchitecture(architecture) ? undefined : copy.lab.model.refused(architecture)

export function ModelChoice({ value, onChange }: ModelChoiceProps) {
  const models = useApp((state) => state.models)
  const others = models.filter(({ origin, missing }) => origin !== 'embedded' && !missing)
  return (
    <Labelled label={copy.lab.model.label} meaning={copy.lab.model.meaning}>
      <Choice
        label={copy.lab.model.of}
        value={value ?? embedded}
        options={[
          { value: embedded, label: copy.lab.model.embedded },
          ...others.map(({ id, name, architecture }) => ({ value: id, label: name, refused: refusalOf(architecture) })),
        ]}
        onChange={(id) => onChange(id === embedded ? null : id)}
      />
    </Labelled>
  )
}
