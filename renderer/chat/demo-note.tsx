import { TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { useApp } from '../client/use-app'
import { showTab } from '../models/library/library-store'
import { Button } from '../ui/controls/button'
import { showModelChoice, showScreen } from '../window/window-store'
import { composerTextOf, composerTextStore } from './conversation/composer-texts'
import { conversationStore } from './conversation/conversation-store'

/** While the embedded model answers, for people who have no other model, and for all who attach a document. An empty conversation says the first itself. */
export function DemoNote() {
  const name = useApp(({ app }) => (app?.model.status === 'ready' && app.model.file.origin === 'embedded' ? app.model.file.name : null))
  const hasOther = useApp(({ models }) => models.some(({ origin, missing }) => origin !== 'embedded' && !missing))
  const openId = useStore(conversationStore, (state) => state.openId)
  const isEmpty = useStore(conversationStore, ({ thread }) => !thread?.messages.length)
  const hasDocuments = useStore(composerTextStore, (texts) => composerTextOf(texts, openId).documents.length > 0)
  if (name === null) return null
  const texts = copy.chat.thread.demoNote
  if (hasDocuments) {
    const documents = texts.documents(name, hasOther)
    return (
      <div className="mx-auto w-full max-w-3xl px-6 pb-2 @max-[56.25rem]:px-4">
        <div
          role="status"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-warning/40 bg-warning-soft px-3 py-2 text-[13px] leading-snug"
        >
          <TriangleAlert size={16} className="shrink-0" aria-hidden />
          <p className="min-w-40 flex-1">
            <span className="font-medium">{documents.what}</span> {documents.todo}
          </p>
          {hasOther ? (
            <Button onClick={() => showModelChoice(true)}>{copy.app.commands['choose-model']}</Button>
          ) : (
            <Button onClick={showModels}>{texts.get}</Button>
          )}
        </div>
      </div>
    )
  }
  if (hasOther || isEmpty) return null
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-wrap items-center gap-x-1 px-6 pb-1 text-[12px] text-faint @max-[56.25rem]:px-4">
      <p>{texts.text(name)}</p>
      <Button look="quiet" className="h-6 px-1.5 text-[12px] underline underline-offset-2" onClick={showModels}>
        {texts.get}
      </Button>
    </div>
  )
}

function showModels(): void {
  showTab('get')
  showScreen('models')
}
