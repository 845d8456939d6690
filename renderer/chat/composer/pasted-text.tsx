import { FileText, X } from 'lucide-react'
import { copy } from '../../../core/copy/copy'
import { IconButton } from '../../ui/controls/icon-button'

const excerptCharacters = 120

export function PastedText({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const excerpt = text.slice(0, excerptCharacters)
  return (
    <div className="mb-1 flex items-center gap-2 rounded-lg bg-sunken py-1 pr-1 pl-2.5 text-[13px]">
      <FileText size={15} className="shrink-0 text-faint" aria-hidden />
      <span className="shrink-0">{copy.chat.composer.pasted(text.length)}</span>
      <span className="min-w-0 flex-1 truncate text-faint" title={excerpt}>
        {excerpt}
      </span>
      <IconButton icon={X} label={copy.chat.composer.removePasted} size={14} onClick={onRemove} />
    </div>
  )
}
