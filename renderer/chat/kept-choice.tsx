import { LockKeyhole } from 'lucide-react'
import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { ToggleSwitch } from '../ui/controls/toggle-switch'
import { changeComposerText, composerTextOf, composerTextStore } from './conversation/composer-texts'
import { conversationStore } from './conversation/conversation-store'

/** Whether a new conversation is private. A private one says so above the composer. */
export function KeptChoice() {
  const openId = useStore(conversationStore, (state) => state.openId)
  const wanted = useStore(composerTextStore, (texts) => composerTextOf(texts, null).isPrivate)
  const isPrivate = useStore(conversationStore, ({ thread }) => thread?.conversation.id === openId && thread?.conversation.isPrivate)
  if (openId !== null && !isPrivate) return null
  const texts = copy.chat.composer.kept
  return (
    <div className="mx-auto flex w-full max-w-3xl items-center gap-2 px-6 py-2 text-[12px] text-faint @max-[56.25rem]:px-4">
      {openId === null ? (
        <label className="flex items-center gap-2">
          <ToggleSwitch label={texts.label} checked={wanted} onChange={(next) => changeComposerText(null, { isPrivate: next })} />
          <span>
            <span className="mr-1.5 font-medium text-soft">{texts.label}</span>
            {wanted ? texts.on : texts.off}
          </span>
        </label>
      ) : (
        <>
          <LockKeyhole size={13} className="shrink-0" aria-hidden />
          <p>{texts.on}</p>
        </>
      )}
    </div>
  )
}
