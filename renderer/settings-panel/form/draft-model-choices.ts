/** Includes models that may prove unsuitable, because their headers are read only after the choice. */
import type { ModelFile } from '../../../core/contract/models/models'
import { copy } from '../../../core/copy/copy'
import type { ChoiceOption } from '../../ui/controls/choice'

type Main = Pick<ModelFile, 'id' | 'architecture' | 'sizeBytes'>

/** Smaller models of the same architecture come first, in ascending size. */
export function draftModelChoices(models: readonly ModelFile[], main: Main): ChoiceOption<string>[] {
  const rank = ({ architecture, sizeBytes }: ModelFile) =>
    (sizeBytes < main.sizeBytes ? 0 : 2) + (architecture === main.architecture ? 0 : 1)
  return models
    .filter(({ id }) => id !== main.id)
    .sort((left, right) => rank(left) - rank(right) || left.sizeBytes - right.sizeBytes)
    .map((model) => ({
      value: model.id,
      label: model.name,
      note: copy.settings.speculation.draftOption(model.weightType, model.sizeBytes, model.sizeBytes < main.sizeBytes),
      refused: model.missing ? copy.settings.speculation.fileGone : undefined,
    }))
}
