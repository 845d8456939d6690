import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { copy } from '../../../core/copy/copy'
import { IconButton } from '../../ui/controls/icon-button'
import { attach } from './document-store'

export function AttachButton({ conversationId }: { readonly conversationId: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const texts = copy.chat.documents
  return (
    <>
      <IconButton icon={Paperclip} label={texts.attach} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        aria-label={texts.attachMeaning}
        className="hidden"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) void attach(conversationId, files)
        }}
      />
    </>
  )
}
