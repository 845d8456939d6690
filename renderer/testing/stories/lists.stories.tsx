import { Sidebar } from '../../app/sidebar'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { chatImportStore } from '../../chat/import/import-store'
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
export const ImportUnderWay = story(list, { ...narrow, before: () => chatImportStore.setState({ percent: 43 }) })
export const ImportRefused = story(list, {
  ...narrow,
  before: () => chatImportStore.setState({ trouble: { code: 'import-refused', facts: { name: 'export.zip', reason: 'zip' } } }),
})
const nothingLeftOut = { images: 0, documents: 0, media: 0, systemMessages: 0, unreadableMessages: 0 }
export const ImportFinished = story(list, {
  app,
  before: () =>
    chatImportStore.setState({
      summary: {
        imported: 997,
        existing: 1,
        broken: 2,
        isCutOff: true,
        brokenOnes: [
          { title: endlessWord, entry: 3, flaw: 'unknown-format' },
          { title: null, entry: 1000, flaw: 'not-json' },
        ],
        incomplete: 60,
        incompleteOnes: Array.from({ length: 50 }, (_, index) => ({
          conversationId: String(index),
          title: `Holiday photos ${index + 1}`,
          leftOut: { ...nothingLeftOut, images: index + 1, documents: index % 2 },
        })),
        conversationId: null,
      },
    }),
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
