import { LockKeyhole } from 'lucide-react'
import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { Explained } from '../../ui/explained'
import { changeComposerText, composerTextOf, composerTextStore } from '../conversation/composer-texts'
import { conversationStore } from '../conversation/conversation-store'

export function PrivateMark({ conversationId }: { readonly conversationId: string | null }) {
  const wanted = useStore(composerTextStore, (texts) => composerTextOf(texts, null).isPrivate)
  const isPrivate = useStore(
    conversationStore,
    ({ thread }) => thread?.conversation.id === conversationId && thread?.conversation.isPrivate,
  )
  if (conversationId !== null && !isPrivate) return null
  const texts = copy.chat.systemPrompt.private
  return (
    <p className="flex items-center gap-2 py-1 text-[12px] text-faint">
      <LockKeyhole size={13} className="shrink-0" aria-hidden />
      {conversationId === null ? (
        <>
          <ToggleSwitch label={texts.label} checked={wanted} onChange={(next) => changeComposerText(null, { isPrivate: next })} />
          {wanted ? <span>{texts.on}</span> : <Explained by={texts.meaning}>{texts.off}</Explained>}
        </>
      ) : (
        <span>{texts.on}</span>
      )}
    </p>
  )
}
