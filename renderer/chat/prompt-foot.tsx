import { Pencil } from 'lucide-react'
import type { StoredMessage } from '../../core/contract/conversations'
import { CopyButton } from '../ui/copy-button'
import { IconButton } from '../ui/icon-button'
import { BranchChoice } from './branch-choice'
import { edit } from './conversation-store'
import { useIsAnswering } from './use-is-answering'

/** What can be done with a message of the user. Quiet until one comes near: most messages are only read. */
export function PromptFoot({ message }: { readonly message: StoredMessage }) {
  const isAnswering = useIsAnswering()
  return (
    <footer className="mt-0.5 -ml-1.5">
      <BranchChoice message={message} noun="version" />
      {/* Beside the name, where they take no room from the text. */}
      <span className="absolute top-1 right-5 flex items-center rounded-md bg-paper opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100">
        <CopyButton label="Copy your message" text={() => message.text} />
        <IconButton
          icon={Pencil}
          label="Edit and send again"
          size={14}
          disabled={isAnswering}
          onClick={() => edit(message.id, message.text)}
        />
      </span>
    </footer>
  )
}
