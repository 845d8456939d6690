import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { useApp } from '../client/use-app'
import { showTab } from '../models/library/library-store'
import { Button } from '../ui/controls/button'
import { showScreen } from '../window/window-store'
import { conversationStore } from './conversation/conversation-store'

/** While the embedded model answers, for people who have no other model. An empty conversation says it itself. */
export function DemoNote() {
  const name = useApp(({ app }) => (app?.model.status === 'ready' && app.model.file.origin === 'embedded' ? app.model.file.name : null))
  const hasOther = useApp(({ models }) => models.some(({ origin, missing }) => origin !== 'embedded' && !missing))
  const isEmpty = useStore(conversationStore, ({ thread }) => !thread?.messages.length)
  if (name === null || hasOther || isEmpty) return null
  const texts = copy.chat.thread.demoNote
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-wrap items-center gap-x-1 px-6 pb-1 text-[12px] text-faint @max-[56.25rem]:px-4">
      <p>{texts.text(name)}</p>
      <Button
        look="quiet"
        className="h-6 px-1.5 text-[12px] underline underline-offset-2"
        onClick={() => {
          showTab('get')
          showScreen('models')
        }}
      >
        {texts.get}
      </Button>
    </div>
  )
}
