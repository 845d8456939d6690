import { Box, MessageSquare, Plus } from 'lucide-react'
import { ConversationList } from '../chat/conversation-list'
import { openNew } from '../chat/conversation-store'
import { Button } from '../ui/button'
import { showScreen, useWindow } from './window-store'

export function Sidebar() {
  const screen = useWindow((state) => state.screen)
  const tab = (active: boolean) =>
    `flex h-9 flex-1 items-center justify-center gap-2 rounded-md text-[13px] ${active ? 'bg-sunken font-medium text-ink' : 'text-soft hover:bg-sunken'}`
  return (
    <nav aria-label="Conversations and screens" className="flex w-60 shrink-0 flex-col border-line border-r bg-panel max-[1000px]:w-52">
      <div className="p-3 pb-2">
        <Button
          look="primary"
          className="w-full"
          onClick={() => {
            openNew()
            showScreen('chat')
          }}
        >
          <Plus size={15} aria-hidden /> New conversation
        </Button>
      </div>
      <ConversationList />
      <div className="flex gap-1 border-line border-t p-2">
        <button
          type="button"
          aria-current={screen === 'chat' ? 'page' : undefined}
          className={tab(screen === 'chat')}
          onClick={() => showScreen('chat')}
        >
          <MessageSquare size={15} aria-hidden /> Chat
        </button>
        <button
          type="button"
          aria-current={screen === 'models' ? 'page' : undefined}
          className={tab(screen === 'models')}
          onClick={() => showScreen('models')}
        >
          <Box size={15} aria-hidden /> Models
        </button>
      </div>
    </nav>
  )
}
