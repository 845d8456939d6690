import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { LoadedModel, ModelFile } from '../../../core/contract/models/models'
import { copy } from '../../../core/copy/copy'
import { Badge } from '../../ui/badge'
import { Explained } from '../../ui/explained'
import { TemplateDialog } from './template-dialog'

export interface FallbackTemplateProps {
  readonly file: ModelFile
  readonly template: LoadedModel['chatTemplate']
}

export function FallbackTemplate({ file, template: { source, name } }: FallbackTemplateProps) {
  const [isOpen, setOpen] = useState(false)
  if (source !== 'fallback') return null
  return (
    <>
      <Explained by={copy.models.template.badgeMeaning(file.hasChatTemplate, name)} className="shrink-0" onClick={() => setOpen(true)}>
        <Badge className="bg-warning-soft text-warning">
          <TriangleAlert size={11} className="inline" aria-hidden />
          <span className="@max-[67.5rem]:sr-only"> {copy.models.template.badge(name)}</span>
        </Badge>
      </Explained>
      {isOpen && <TemplateDialog file={file} onClose={() => setOpen(false)} />}
    </>
  )
}
