import { Sidebar } from '../../app/sidebar'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { chatImportStore } from '../../chat/import/import-store'
import { ConversationList } from '../../chat/list/conversation-list'
import { listStore } from '../../chat/list/list-store'
import { EventsPanel } from '../../events/events-panel'
import { closeFolder } from '../../window/window-store'
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
  host: { conversations: { remove: () => ({}) } },
  before: () => conversationStore.setState({ list: manyConversations(5), openId: 'c1' }),
})
const arranged = {
  folders: [
    { id: 'work', name: 'Work' },
    { id: 'recipes', name: 'Recipes' },
    { id: 'long', name: endlessWord },
  ],
  list: [
    conversation({ id: 'pinned', title: 'Holiday plans', isPinned: true }),
    conversation({ id: 'soup', title: 'Soup for ten', folderId: 'recipes' }),
    conversation({ id: 'bread', title: 'Sourdough', folderId: 'recipes', isPrivate: true }),
    conversation({ id: 'budget', title: 'Budget', folderId: 'work' }),
    ...manyConversations(3),
  ],
}
const arranging = {
  rename: ({ conversationId: id, title }: { conversationId: string; title: string }) => conversation({ id, title }),
  setPinned: () => ({}),
  move: () => ({}),
  folders: {
    add: ({ name }: { name: string }) => {
      const folder = { id: 'new', name }
      conversationStore.setState({ folders: [...arranged.folders, folder] })
      return folder
    },
    rename: ({ folderId, name }: { folderId: string; name: string }) => ({ id: folderId, name }),
    remove: () => ({}),
  },
}
export const ConversationsArranged = story(list, {
  ...narrow,
  host: { conversations: arranging },
  before: () => {
    conversationStore.setState({ ...arranged, openId: 'soup' })
    closeFolder('work', true)
  },
})
export const FolderBeingNamed = story(list, {
  ...narrow,
  before: () => {
    conversationStore.setState(arranged)
    listStore.setState({ namingFolderId: 'recipes' })
  },
})
export const ConversationsOverflowing = story(list, {
  ...narrow,
  before: () =>
    conversationStore.setState({ list: [conversation({ id: 'long', title: endlessWord }), ...manyConversations(2000)], openId: 'long' }),
})
export const ConversationsSelecting = story(list, {
  ...narrow,
  app: appState({ turns: [{ turnId: 't', conversationId: 'c4', answerId: 'a', begunCharacters: 0 }] }),
  host: { conversations: { remove: () => ({}) } },
  before: () => {
    conversationStore.setState({ list: [conversation({ id: 'long', title: endlessWord }), ...manyConversations(500)], openId: 'c1' })
    listStore.setState({ selected: new Set(['long', 'c2']), anchorId: 'c2' })
  },
})
export const BinOpen = story(list, {
  ...narrow,
  before: () => {
    const binned = (id: string, title: string) => ({ id, title, messages: 2, isPrivate: false, removedAt: Date.now(), goneAt: null })
    const bin = [binned('long', endlessWord), ...manyConversations(500).map(({ id, title }) => binned(id, title))]
    conversationStore.setState({ list: manyConversations(20), bin })
    listStore.setState({ isBinOpen: true })
  },
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
      outcome: {
        imported: 997,
        existing: 1,
        broken: 2,
        cutOffFiles: ['conversations.json'],
        refusedFiles: [],
        brokenOnes: [
          { title: endlessWord, entry: 3, flaw: 'unknown-format', file: null },
          { title: null, entry: 1000, flaw: 'not-json', file: null },
        ],
        incomplete: 60,
        incompleteOnes: Array.from({ length: 50 }, (_, index) => ({
          conversationId: String(index),
          title: `Holiday photos ${index + 1}`,
          leftOut: { ...nothingLeftOut, images: index + 1, documents: index % 2 },
        })),
      },
    }),
})
export const ImportOfSeveralFiles = story(list, {
  app,
  before: () =>
    chatImportStore.setState({
      outcome: {
        imported: 12,
        existing: 3,
        broken: 2,
        cutOffFiles: ['cut.json'],
        refusedFiles: [
          { file: 'export.zip', failure: { code: 'import-refused', facts: { name: 'export.zip', reason: 'zip' } } },
          { file: `${endlessWord}.json`, failure: { code: 'import-refused', facts: { name: `${endlessWord}.json`, reason: 'not-json' } } },
          { file: 'notes', failure: 'unexpected' },
        ],
        brokenOnes: [
          { title: 'Bridges', entry: 3, flaw: 'no-messages', file: 'a.json' },
          { title: null, entry: 7, flaw: 'not-json', file: 'cut.json' },
        ],
        incomplete: 1,
        incompleteOnes: [{ conversationId: 'c', title: 'Holiday photos', leftOut: { ...nothingLeftOut, images: 2 } }],
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
