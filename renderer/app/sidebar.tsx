import { Box, ChartNoAxesColumn, type LucideIcon, MessageSquare, Plus } from 'lucide-react'
import { ConversationList } from '../chat/conversation-list'
import { openNew } from '../chat/conversation-store'
import { Button } from '../ui/button'
import { type Screen, showScreen, useWindow } from './window-store'

const screens: readonly { readonly name: Screen; readonly label: string; readonly icon: LucideIcon }[] = [
  { name: 'chat', label: 'Chat', icon: MessageSquare },
  { name: 'models', label: 'Models', icon: Box },
  { name: 'planner', label: 'Planner', icon: ChartNoAxesColumn },
]

export function Sidebar() {
  const screen = useWindow((state) => state.screen)
  const tab = (active: boolean) =>
    `flex h-12 min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-md text-[12px] ${active ? 'bg-sunken font-medium text-ink' : 'text-soft hover:bg-sunken'}`
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
        {screens.map(({ name, label, icon: Icon }) => (
          <button
            key={name}
            type="button"
            aria-current={screen === name ? 'page' : undefined}
            className={tab(screen === name)}
            onClick={() => showScreen(name)}
          >
            <Icon size={16} className="shrink-0" aria-hidden /> {label}
          </button>
        ))}
      </div>
    </nav>
  )
}
