import { TriangleAlert } from 'lucide-react'
import type { LoadedModel, ModelFile } from '../../../core/contract/models/models'
import { Badge } from '../../ui/badge'
import { Explained } from '../../ui/explained'

export interface FallbackTemplateProps {
  readonly file: Pick<ModelFile, 'hasChatTemplate'>
  readonly template: LoadedModel['chatTemplate']
}

/** Warns that a model uses a template other than its own, and names it. */
export function FallbackTemplate({ file, template: { source, name } }: FallbackTemplateProps) {
  if (source !== 'fallback') return null
  return (
    <Explained
      by={`${fallbackTemplateText(file.hasChatTemplate, name)} If answers are odd, give it another (Models, More, Chat template).`}
      className="shrink-0"
    >
      <Badge className="bg-warning-soft text-warning">
        <TriangleAlert size={11} className="inline" aria-hidden />
        <span className="@max-[67.5rem]:sr-only"> template “{name}” stands in</span>
      </Badge>
    </Explained>
  )
}

/** `name`: node-llama-cpp's name of the template. */
export const fallbackTemplateText = (hasOwn: boolean, name: string): string =>
  hasOwn
    ? `The chat template in this file cannot be run here: “${name}”, the nearest one that is known for the model, stands in.`
    : `This file has no chat template: “${name}”, the nearest one that is known for the model, stands in.`
