import { Sidebar } from '../../app/sidebar'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { ConversationList } from '../../chat/list/conversation-list'
import { EventsPanel } from '../../events/events-panel'
import { appState, conversation, endlessWord, events, manyConversations } from '../facts'
import { panel, story } from '../story'

export default { title: 'Lists' }

const app = appState()
const list = () => (
  <div className="flex min-h-0 flex-1 flex-col">
    <ConversationList />
  </div>
)
const narrow = { app, width: 240 }

export const ConversationsEmpty = story(list, narrow)
export const ConversationsFull = story(list, {
  ...narrow,
  before: () => conversationStore.setState({ list: manyConversations(5), openId: 'c1' }),
})
export const ConversationsOverflowing = story(list, {
  ...narrow,
  before: () =>
    conversationStore.setState({ list: [conversation({ id: 'long', title: endlessWord }), ...manyConversations(2000)], openId: 'long' }),
})
export const SidebarFull = story(() => <Sidebar />, { ...narrow, before: () => conversationStore.setState({ list: manyConversations(5) }) })
export const EventsLoading = panel(() => <EventsPanel />, { app })
export const EventsEmpty = panel(() => <EventsPanel />, { app, host: { events: { list: () => [] } } })
export const EventsFull = panel(() => <EventsPanel />, { app, host: { events: { list: () => events(12) } } })
export const EventsError = panel(() => <EventsPanel />, {
  app,
  host: {
    events: {
      list: () => [
        {
          id: 1,
          at: Date.UTC(2026, 0, 15, 12),
          kind: 'engine' as const,
          code: 'engine-gone' as const,
          facts: { reason: { kind: 'signal' as const, signal: 'SIGKILL', quoted: null } },
          isTrouble: true,
        },
      ],
    },
  },
})
export const EventsOverflowing = panel(() => <EventsPanel />, {
  app,
  host: { events: { list: () => events(400).map((event) => ({ ...event, text: endlessWord })) } },
})
