import { type KvType, kvTypes } from '../../core/contract/settings/kv-types'
import { copy } from '../../core/copy/copy'
import { ggmlType } from '../../core/gguf/ggml-types'
import type { ChoiceOption } from '../ui/controls/choice'

/** Such as 16 for f16 and 8.5 for q8_0. */
export function bitsOf(type: KvType): number {
  const { blockBytes, blockElements } = ggmlType(type)
  return (blockBytes * 8) / blockElements
}

export const typeChoices = (refusal: (type: KvType) => string | undefined): readonly ChoiceOption<KvType>[] =>
  kvTypes.map((type) => ({ value: type, label: copy.settings.typeOption(type, bitsOf(type)), refused: refusal(type) }))
