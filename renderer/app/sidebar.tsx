import {
  Box,
  ChartNoAxesColumn,
  FlaskConical,
  GitCompareArrows,
  type LucideIcon,
  MessageSquare,
  Network,
  PanelLeft,
  Plus,
  Settings,
} from 'lucide-react'
import { useStore } from 'zustand'
import { copy } from '../../core/copy/copy'
import { openNew } from '../chat/conversation/conversation-store'
import { ConversationList } from '../chat/list/conversation-list'
import { listStore } from '../chat/list/list-store'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { useEscape } from '../ui/use-escape'
import { focusSoon } from '../window/focus-soon'
import { usePreferences } from '../window/preference-store'
import { useIsNarrower } from '../window/use-is-narrower'
import { foldSidebar, type Screen, showList, showScreen, useWindow } from '../window/window-store'

interface ScreenLink {
  readonly name: Screen
  readonly icon: LucideIcon
}

const everyday: readonly ScreenLink[] = [
  { name: 'chat', icon: MessageSquare },
  { name: 'models', icon: Box },
]
const forExperts: readonly ScreenLink[] = [
  { name: 'planner', icon: ChartNoAxesColumn },
  { name: 'compare', icon: GitCompareArrows },
  { name: 'lab', icon: FlaskConical },
  { name: 'requests', icon: Network },
]

export function Sidebar() {
  const isNarrow = useIsNarrower(720)
  const isFolded = useWindow((state) => state.sidebarFolded)
  const listOpen = useWindow((state) => state.listOpen)
  // In the selection mode, Escape ends that first.
  const isSelecting = useStore(listStore, (state) => state.selected !== undefined)
  useEscape((isNarrow || isFolded) && listOpen && !isSelecting, closeList)
  if (!isNarrow && !isFolded) return <WideSidebar className="shrink-0" canFold />
  return (
    <>
      <Rail listOpen={listOpen} onToggle={isNarrow ? () => showList(!listOpen) : unfold} />
      {listOpen && <WideSidebar className="absolute top-0 bottom-0 left-12 z-30 max-w-[calc(100%-3rem)] shadow-raised" />}
    </>
  )
}

/** Each button takes the other one's place. */
function fold(): void {
  foldSidebar(true)
  focusSoon('nav [aria-expanded]')
}
function unfold(): void {
  foldSidebar(false)
  focusSoon(`nav [aria-label="${copy.app.sidebar.fold}"]`)
}

const closeList = () => showList(false)

function beginNew(): void {
  openNew()
  showScreen('chat')
}

function WideSidebar({ className, canFold = false }: { readonly className: string; readonly canFold?: boolean }) {
  return (
    <nav aria-label={copy.app.sidebar.name} className={`flex w-60 flex-col border-line border-r bg-panel @max-[62.5rem]:w-52 ${className}`}>
      <div className="flex items-center gap-1 p-3 pb-2">
        <Button look="primary" className="min-w-0 flex-1 px-2" onClick={beginNew}>
          <Plus size={15} className="shrink-0 @max-[62.5rem]:hidden" aria-hidden />{' '}
          <span className="truncate">{copy.app.sidebar.newConversation}</span>
        </Button>
        {canFold && <IconButton icon={PanelLeft} label={copy.app.sidebar.fold} className="-mr-1" onClick={fold} />}
      </div>
      <ConversationList />
      <Screens />
    </nav>
  )
}

function Screens() {
  const details = usePreferences((values) => values.details)
  return (
    <div data-tour="screens" className="border-line border-t p-2">
      <div className={`grid gap-1 ${details ? 'grid-cols-3' : 'grid-cols-2'}`}>
        {(details ? [...everyday, ...forExperts] : everyday).map((link) => (
          <ScreenButton key={link.name} {...link} className="h-11 flex-col justify-center gap-0.5" />
        ))}
      </div>
      {!details && (
        <fieldset className="mt-1.5 min-w-0">
          <legend className="px-2 pb-0.5 text-[11px] text-faint">{copy.app.sidebar.experts}</legend>
          <div className="grid grid-cols-2 gap-x-1">
            {forExperts.map((link) => (
              <ScreenButton key={link.name} {...link} className="h-7 gap-2 px-2" iconSize={14} />
            ))}
          </div>
        </fieldset>
      )}
      <ScreenButton name="preferences" icon={Settings} className="mt-1 h-8 w-full justify-center gap-2" />
    </div>
  )
}

interface ScreenButtonProps extends ScreenLink {
  readonly className: string
  readonly iconSize?: number
}

function ScreenButton({ name, icon: Icon, className, iconSize = 16 }: ScreenButtonProps) {
  const isOpen = useWindow(({ screen }) => screen === name)
  return (
    <button
      type="button"
      aria-current={isOpen ? 'page' : undefined}
      className={`flex min-w-0 items-center rounded-md text-[12px] ${isOpen ? 'bg-sunken font-medium text-ink' : 'text-soft hover:bg-sunken'} ${className}`}
      onClick={() => showScreen(name)}
    >
      <Icon size={iconSize} className="shrink-0" aria-hidden /> <span className="truncate">{copy.app.screens[name]}</span>
    </button>
  )
}

function Rail({ listOpen, onToggle }: { readonly listOpen: boolean; readonly onToggle: () => void }) {
  const screen = useWindow((state) => state.screen)
  return (
    <nav
      aria-label={copy.app.sidebar.screensOnly}
      className="flex w-12 shrink-0 flex-col items-center gap-1 overflow-y-auto border-line border-r bg-panel py-2"
    >
      <IconButton
        icon={PanelLeft}
        label={listOpen ? copy.app.sidebar.closeConversations : copy.app.sidebar.conversations}
        aria-expanded={listOpen}
        onClick={onToggle}
      />
      <IconButton icon={Plus} label={copy.app.sidebar.newConversation} onClick={beginNew} />
      <span className="mt-auto" />
      {[...everyday, ...forExperts, { name: 'preferences' as const, icon: Settings }].map(({ name, icon }) => (
        <IconButton
          key={name}
          icon={icon}
          label={copy.app.screens[name]}
          aria-current={screen === name ? 'page' : undefined}
          className={screen === name ? 'bg-sunken text-ink' : ''}
          onClick={() => showScreen(name)}
        />
      ))}
    </nav>
  )
}
