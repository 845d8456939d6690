import { defaultPreferences, type StartConversation } from '../../../core/contract/app/preference-values'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import type { AttachedDocument } from '../../../core/contract/chat/documents'
import type { StopReason, TurnUpdate, TurnWait } from '../../../core/contract/chat/turn'
import type { UnsentDocument, UnsentText } from '../../../core/contract/chat/unsent'
import { coded } from '../../../core/contract/errors/coded-error'
import type { LibraryState } from '../../../core/contract/models/library'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { messageWith } from '../../../core/documents/document-frame'
import { askFor } from '../../chat/answer-count/answer-count-store'
import { ChatScreen } from '../../chat/chat-screen'
import { Composer } from '../../chat/composer/composer'
import { changeComposerText } from '../../chat/conversation/composer-texts'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { openAtStart } from '../../chat/conversation/open-at-start'
import { documentStore } from '../../chat/documents/document-store'
import { EmptyThread } from '../../chat/empty-thread'
import { summaryStore } from '../../chat/full/summary'
import { Message } from '../../chat/message'
import { Thread } from '../../chat/thread'
import { forgetTurn } from '../../client/live-turns'
import { preferenceStore } from '../../window/preference-store'
import { memoryBandwidth } from '../bandwidth-facts'
import {
  answer,
  appState,
  cacheShape,
  context,
  conversation,
  endlessWord,
  library,
  loading,
  longThread,
  machine,
  message,
  metrics,
  modelFile,
  pocket,
  ready,
  streaming,
  thread,
  transfer,
} from '../facts'
import { openStream } from '../fake-host'
import { story, type World } from '../story'

export default { title: 'Chat' }

const app = appState()
const open = (shown = thread()) => conversationStore.setState({ openId: 'c', thread: shown })
const turn = { turnId: 'live', conversationId: 'c', answerId: 's', begunCharacters: 0 }
const update: TurnUpdate = {
  phase: 'generating',
  promptTokens: 120,
  reusedTokens: 80,
  processedTokens: 40,
  outputTokens: 8,
  ttftMs: 210,
  text: 'The keys and values of every token',
  itlMs: [22, 23],
  marks: [],
  usedCells: 128,
  speculation: null,
  metrics: null,
  failure: null,
}
const engine = {
  followTurn: () => openStream(update),
  countTokens: ({ text }: { text: string }) => ({ tokens: Math.ceil(text.length / 4) }),
}
const messages = (...shown: Parameters<typeof Message>[0]['message'][]) => (
  <div className="overflow-y-auto">
    {shown.map((one, at) => (
      <Message key={one.id} message={one} position={at + 1} of={shown.length} />
    ))}
  </div>
)

const firstStart = (change: Partial<LibraryState> = {}, freeGibibytes = 14, totalGibibytes = 16) => ({
  app: appState({ model: ready(pocket) }),
  engine,
  width: 700,
  height: 700,
  host: {
    plan: { machine: () => ({ ...machine, ram: { totalBytes: totalGibibytes * 2 ** 30, freeBytes: freeGibibytes * 2 ** 30 } }) },
    library: { follow: () => openStream(library(change)), download: () => ({ transferId: 'd' }) },
  },
})
const coming = 'https://huggingface.co/ggml-org/gemma-3-4b-it-GGUF/resolve/main/gemma-3-4b-it-Q4_K_M.gguf'
export const ScreenEmpty = story(() => <ChatScreen />, firstStart())
export const FirstStartDownloading = story(() => <ChatScreen />, firstStart({ transfers: [transfer({ source: coming })] }))
export const FirstStartOffline = story(() => <ChatScreen />, firstStart({ network: { ...library().network, isOffline: true } }))
const disk = (freeBytes: number) => ({
  ...{ folder: '/data', databaseBytes: 0, conversations: 0, binned: 0, compareRuns: 0, uploadBytes: 0, uploads: 0, freeBytes },
})
export const FirstStartMeasured = story(() => <ChatScreen />, {
  ...firstStart(),
  details: false,
  app: appState({ model: ready(pocket), bandwidth: { memory: memoryBandwidth, isMeasuring: false, peakRevision: 0 } }),
  host: { ...firstStart().host, data: { usage: () => disk(2 * 2 ** 30) } },
})
export const FirstStartDiskNearlyFull = story(() => <ChatScreen />, {
  ...firstStart(),
  host: { ...firstStart().host, data: { usage: () => disk(1.9 * 2 ** 30) } },
})
export const FirstStartUnmeasured = story(() => <ChatScreen />, {
  ...firstStart(),
  host: { ...firstStart().host, bandwidth: { measure: () => ({}) } },
})
const offTheInternet = () => {
  throw coded('url-unreachable', { url: coming, reason: { kind: 'name-not-looked-up' } })
}
export const FirstStartNoInternet = story(() => <ChatScreen />, {
  ...firstStart(),
  host: { ...firstStart().host, library: { ...firstStart().host.library, download: offTheInternet } },
})
export const FirstStartShortNow = story(() => <ChatScreen />, firstStart({}, 0.25))
export const FirstStartNothingFits = story(() => <ChatScreen />, firstStart({}, 0.25, 0.5))
export const ScreenFull = story(() => <ChatScreen />, { app, engine, before: () => open() })
const withPocket = { app: appState({ model: ready(pocket) }), engine, before: () => open() }
export const ScreenWithPocket = story(() => <ChatScreen />, { ...withPocket, models: [pocket] })
export const ScreenWithPocketAndOther = story(() => <ChatScreen />, { ...withPocket, models: [pocket, modelFile()] })
const withDocument = (models: (typeof pocket)[]) =>
  story(() => <ChatScreen />, {
    ...withPocket,
    models,
    before: () => {
      open()
      changeComposerText('c', { documents: [unsentDocument('report.pdf')] })
    },
  })
export const ScreenWithPocketAndDocument = withDocument([pocket])
export const ScreenWithPocketOtherAndDocument = withDocument([pocket, modelFile()])
export const ScreenError = story(() => <ChatScreen />, {
  app,
  engine,
  before: () => {
    open()
    conversationStore.setState({ trouble: { code: 'disk-full', facts: { path: '/data/headroom.sqlite' } } })
  },
})
const starting = (startConversation: StartConversation, unsent: UnsentText[] = []) =>
  story(() => <ChatScreen />, {
    app,
    engine,
    host: {
      preferences: { read: () => ({ ...defaultPreferences, details: true, startConversation }) },
      conversations: { list: () => [conversation(), conversation({ id: 'older' })], read: () => thread() },
      unsent: { read: () => unsent },
    },
    before: () => void openAtStart(),
  })
export const ScreenStartingNew = starting('new')
export const ScreenStartingWithLast = starting('last')
export const ScreenStartingWithUnsentText = starting('last', [
  { conversationId: null, text: 'What is', pasted: '', documents: [], typedSystemPrompt: null, isPrivate: false },
])
export const ThreadLoading = story(() => <Thread />, { app, before: () => conversationStore.setState({ openId: 'c', thread: undefined }) })
export const ThreadFull = story(() => <Thread />, { app, before: () => open() })
export const ThreadDeleting = story(() => <Thread />, {
  app,
  before: () => {
    open()
    conversationStore.setState(({ thread: shown }) => ({ deleting: shown?.messages[0] }))
  },
  host: { conversations: { removeFrom: () => ({ ...thread(), messages: [] }) } },
})
const editedThread = () => thread([message(), answer({ text: 'My own answer.', edited: true, metrics: null, turnId: null })])
export const ThreadEditedAnswer = story(() => <Thread />, {
  app,
  before: () => open(editedThread()),
  host: { conversations: { editAnswer: () => editedThread() } },
})
export const ThreadEditingAnswer = story(() => <Thread />, {
  app,
  before: () => {
    const shown = editedThread()
    open(shown)
    conversationStore.setState({ editing: { messageId: shown.messages[1]?.id ?? '', text: 'My own answer, with more words.' } })
  },
})
export const ThreadOverflowing = story(() => <Thread />, { app, before: () => open(longThread(500)) })
export const MessageComplete = story(() => messages(message(), answer()), { app })
export const MessageStreaming = story(() => messages(message(), streaming), {
  app: appState({ turns: [turn] }),
  engine,
  before: () => forgetTurn('live'),
})
export const MessageWaiting = story(() => messages(message(), streaming), { app: appState({ turns: [turn] }) })
const waitingFor = (waits: TurnWait) =>
  story(() => messages(message(), streaming), {
    app: appState({ turns: [turn] }),
    engine: {
      ...engine,
      followTurn: () => openStream({ ...update, phase: 'queued' as const, text: '', outputTokens: 0, itlMs: [], waits }),
    },
    before: () => forgetTurn('live'),
  })
export const MessageWaitingForSequence = waitingFor({ for: 'sequences', wanted: 1, idle: 0, sequences: 2 })
export const MessageWaitingForSequences = waitingFor({ for: 'sequences', wanted: 3, idle: 1, sequences: 4 })
export const MessageWaitingForPrompt = waitingFor({ for: 'prompt', tokens: 9800 })
export const MessageFailed = story(
  () => messages(message(), answer({ state: 'failed', failure: { code: 'disk-full', facts: { path: '/data/headroom.sqlite' } } })),
  { app },
)
export const MessageInterrupted = story(() => messages(message(), answer({ state: 'interrupted' })), { app })
const reasoningOnly = (stopReason: StopReason) =>
  answer({
    text: 'The user asks about cells.',
    parts: [{ type: 'reasoning', from: 0, tokens: 6, ms: 90 }],
    metrics: { ...metrics, stopReason },
  })
export const MessageReasoningOnly = story(() => messages(message(), reasoningOnly('end-of-text')), { app })
export const MessageReasoningTooLong = story(() => messages(message(), reasoningOnly('token-limit')), { app })
const fullContext = answer({ metrics: { ...metrics, stopReason: 'context-full', usedCells: 4096, totalCells: 4096 } })
const plannedModel = {
  models: {
    settings: () => ({ kv: defaultKvSettings, sampling: defaultSampling, defaults: defaultSampling }),
    cacheShape: () => cacheShape,
    saveKv: () => ({}),
  },
  plan: { machine: () => machine },
}
const makesRoom = (answered: StoredMessage, more: World = {}, shown: StoredMessage[] = [message(), answered]) =>
  story(() => messages(...shown), {
    app,
    host: {
      ...plannedModel,
      conversations: { setOverflow: () => ({}), read: () => thread(), summarize: () => summaryDocument },
      turns: { regenerate: () => new Promise(() => {}) },
    },
    before: () => open({ ...thread(shown), systemPrompt: 'Be brief.' }),
    ...more,
  })
const summaryDocument: AttachedDocument = {
  ...{ id: 'summary', name: 'Summary of “What is the KV cache?”', mediaType: 'text/plain', sizeBytes: 600, hasPages: false },
  pageCharacters: [600],
}
const tooLong = answer({
  state: 'failed',
  text: '',
  failure: { code: 'prompt-too-long', facts: { promptTokens: 5200, contextTokens: 4096 } },
})
const largeContext = appState({ model: { ...ready(), context: { ...context, contextTokens: 8192 } } })
export const MessageContextFull = makesRoom(fullContext)
export const MessageSummaryFailing = makesRoom(fullContext, {
  host: { ...plannedModel, conversations: { summarize: () => Promise.reject(coded('summary-failed', { reason: 'empty' })) } },
})
export const MessageSummaryWriting = makesRoom(fullContext, {
  app: appState({ summary: { conversationId: 'c', tokens: 87 } }),
  before: () => {
    open()
    summaryStore.setState({ stop: () => {} })
  },
})
export const MessageTooLong = makesRoom(tooLong)
export const MessageTooLongForModel = makesRoom(
  answer({ state: 'failed', text: '', failure: { code: 'prompt-too-long', facts: { promptTokens: 40_000, contextTokens: 4096 } } }),
)
export const MessageTooLongLater = makesRoom(tooLong, {}, [
  message({ id: 'm0' }),
  answer({ id: 'a0' }),
  message({ id: 'm1', parentId: 'a0', text: 'And now?' }),
  tooLong,
])
export const MessageTooLongFits = makesRoom(tooLong, { app: largeContext })
export const MessageContextGrown = story(() => messages(message(), fullContext), {
  app: largeContext,
})
export const MessageOverflowing = story(
  () =>
    messages(
      message({ text: endlessWord }),
      answer({ text: `${endlessWord}\n\n    ${endlessWord}\n\n| ${endlessWord} | b |\n|-|-|\n| 1 | 2 |` }),
    ),
  { app },
)
export const MessageWithDocuments = story(
  () =>
    messages(
      message(
        messageWith(
          [
            { name: 'report.pdf', mediaType: 'application/pdf', pages: { chosen: '1, 3', of: 3 }, text: 'Cells', tokens: 1300 },
            { name: endlessWord, mediaType: 'text/plain', text: 'Notes' },
          ],
          'What do they say?',
        ),
      ),
    ),
  { app },
)
export const EmptyEmbedded = story(() => <EmptyThread />, firstStart())
export const EmptyOther = story(() => <EmptyThread />, { app })
export const ComposerEmpty = story(() => <Composer />, { app, engine, height: 160 })
export const ComposerLoading = story(() => <Composer />, { app: appState({ model: loading() }), height: 160 })
export const ComposerFull = story(() => <Composer />, {
  app,
  engine,
  height: 160,
  before: () => changeComposerText(null, { text: 'What is the KV cache?' }),
})
export const ComposerSendingWithCtrlEnter = story(() => <Composer />, {
  app,
  engine,
  height: 160,
  before: () => {
    changeComposerText(null, { text: 'What is the KV cache?' })
    preferenceStore.setState({ values: { ...defaultPreferences, details: true, sendKey: 'Mod+Enter' } })
  },
})
export const ComposerError = story(() => <Composer />, {
  app,
  engine,
  host: plannedModel,
  height: 320,
  before: () => changeComposerText(null, { text: 'word '.repeat(4200) }),
})
export const ComposerOverflowing = story(() => <Composer />, {
  app,
  engine,
  height: 320,
  before: () => changeComposerText(null, { text: endlessWord, pasted: 'word '.repeat(12_000) }),
})
const unsentDocument = (name: string, pages = ''): UnsentDocument => ({
  document: { id: name, name, mediaType: 'application/pdf', sizeBytes: 120_000, hasPages: true, pageCharacters: [3000, 0, 2500] },
  pages,
})
const withDocuments = (pageTokens: number[], documents: UnsentDocument[], details = true) =>
  story(() => <Composer />, {
    app,
    engine,
    height: 420,
    details,
    host: {
      documents: { count: () => ({ pageTokens }) },
      ...plannedModel,
    },
    before: () => {
      changeComposerText(null, { text: 'What do they say?', documents })
      documentStore.setState({ reading: [endlessWord] })
    },
  })
export const ComposerDocuments = withDocuments(
  [700, 0, 600],
  [unsentDocument('report.pdf', '1, 3'), unsentDocument(endlessWord), unsentDocument('notes.pdf', '9')],
)
export const ComposerDocumentsPlain = withDocuments([700, 0, 600], [unsentDocument('report.pdf', '1, 3')], false)
export const ComposerDocumentsTooLongPlain = withDocuments([7000, 0, 6000], [unsentDocument('report.pdf')], false)
export const ComposerDocumentsTooLong = withDocuments([7000, 0, 6000], [unsentDocument('report.pdf')])
const severalAnswers = (freeBytes: number) =>
  story(() => <Composer />, {
    app,
    engine,
    height: 320,
    host: { ...plannedModel, plan: { machine: () => ({ ...machine, ram: { ...machine.ram, freeBytes } }) } },
    before: () => askFor(3),
  })
export const ComposerSeveralAnswers = severalAnswers(machine.ram.freeBytes)
export const ComposerSeveralAnswersNoRoom = severalAnswers(0)
