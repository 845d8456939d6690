import type { ReadyModel } from '../../../core/contract/app/app-state'
import { defaultPreferences } from '../../../core/contract/app/preference-values'
import type { CellSpan } from '../../../core/contract/cache/cache'
import { Tour } from '../../app/tour/tour'
import { TourOffer } from '../../app/tour/tour-offer'
import { BandwidthView } from '../../cache/bandwidth/bandwidth-view'
import { CacheGauge } from '../../cache/cache-gauge'
import { CachePanel } from '../../cache/cache-panel'
import { ChatScreen } from '../../chat/chat-screen'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { memoryBandwidth, prefillPeak, turnAt } from '../bandwidth-facts'
import { answer, appState, context, failed, loading, message, metrics, ready, sample, slidingShape, thread } from '../facts'
import { openStream } from '../fake-host'
import { readSubject } from '../read-model'
import { panel, story, type World } from '../story'

export default { title: 'Cache' }

const open = () => conversationStore.setState({ openId: 'c', thread: thread() })
const [fill] = sample.fills as [(typeof sample.fills)[number]]

export const PanelEmpty = panel(() => <CachePanel />, { app: appState({ model: { status: 'none' } }) })
export const PanelLoading = panel(() => <CachePanel />, { app: appState({ model: loading() }) })
export const PanelError = panel(() => <CachePanel />, { app: appState({ model: failed }) })
export const PanelUnused = panel(() => <CachePanel />, { app: appState(), engine: { followCache: () => openStream([]) } })
export const PanelFull = panel(() => <CachePanel />, { app: appState(), engine: { followCache: () => openStream([sample]) }, before: open })
/** A window of 64 tokens, whose cache keeps one batch more. */
export const PanelSliding = panel(() => <CachePanel />, {
  app: appState(),
  host: { models: { cacheShape: () => slidingShape } },
  engine: { followCache: () => openStream([{ ...sample, fills: [{ ...fill, kind: 'sliding' as const, totalCells: 256 }] }]) },
  before: open,
})
const withSequences = (sharesBatches: boolean) =>
  panel(() => <CachePanel />, {
    app: appState({ model: { ...ready(), context: { ...context, sequences: 4, sharesBatches } } }),
    engine: { followCache: () => openStream([sample]) },
    before: open,
  })
export const PanelSharedBatches = withSequences(true)
export const PanelInTurn = withSequences(false)
export const PanelOverflowing = panel(() => <CachePanel />, {
  app: appState(),
  before: open,
  engine: {
    followCache: () =>
      openStream([
        {
          ...sample,
          tokens: 4096,
          spans: [{ from: 0, to: 4096, holds: 'user' as const }],
          held: { ...sample.held, user: 4096, assistant: 0, template: 0 },
          runs: [{ position: 0, cell: 0, cells: 4096 }],
          fills: [{ ...fill, usedCells: 4096, usedBytes: fill.allocatedBytes }],
        },
      ]),
  },
})
/** Three turns whose tokens are the words of their messages. */
const turns = [
  'Why is the sky blue?',
  'Air scatters blue light most.',
  'And at night?',
  'It is black.',
  'Thanks a lot.',
  'You are welcome.',
]
const linked = () => {
  const messages = turns.map((text, at) => (at % 2 === 0 ? message({ id: `p${at}`, text }) : answer({ id: `a${at}`, text })))
  // The second turn processed the prompt again from its own message on.
  const reuse = { cause: 'edited-message', heldBack: null, heldTokens: 20, commonTokens: 16, repeatedTokens: 3, repeatedMs: 20 } as const
  const divergence = { position: 16, part: 'user', message: 3, before: 'And ', held: 'by day?', prompt: 'at night?', clock: null } as const
  messages[3] = answer({ id: 'a3', text: turns[3] as string, metrics: { ...metrics, usedCells: 32, reuse: { ...reuse, divergence } } })
  conversationStore.setState({ openId: 'c', thread: thread(messages) })
}
const words: string[] = []
const spans: CellSpan[] = turns.flatMap((text, at) => {
  const pieces = text.match(/ ?[A-Za-z]+|[^A-Za-z ]/g) ?? []
  const from = words.push('<|turn|>')
  const to = words.push(...pieces)
  return [
    { from: from - 1, to: from, holds: 'template' as const },
    { from, to, holds: at % 2 === 0 ? ('user' as const) : ('assistant' as const), message: at + 1 },
  ]
})
const chatWithPanel = () => (
  <div className="flex min-h-0 flex-1">
    <div className="flex min-w-0 flex-1 flex-col">
      <ChatScreen offer={<TourOffer />} />
    </div>
    <div className="w-80 shrink-0 overflow-y-auto bg-panel">
      <CachePanel />
    </div>
    <Tour />
  </div>
)
const linkedWorld: World = {
  width: 1280,
  height: 800,
  app: appState(),
  before: linked,
  engine: {
    followCache: () =>
      openStream([
        {
          ...sample,
          tokens: words.length,
          reusedTokens: 8,
          spans,
          runs: [{ position: 0, cell: 0, cells: words.length }],
          fills: [{ ...fill, usedCells: words.length, totalCells: 512 }],
        },
      ]),
    tokensAt: ({ from, to }: { readonly from: number; readonly to: number }) =>
      words.slice(from, to).map((text, at) => ({ id: from + at, text })),
  },
}
export const WordsLinked = story(chatWithPanel, linkedWorld)
export const TourOffered = story(chatWithPanel, {
  ...linkedWorld,
  details: false,
  host: { preferences: { write: () => defaultPreferences as never } },
})
/** `ends` are the tokens in the context after each answer. */
const talkOf = (ends: readonly number[], change: Partial<typeof metrics> = {}) =>
  conversationStore.setState({
    openId: 'c',
    thread: thread(
      ends.flatMap((end, at) => {
        const turn = { ...metrics, promptTokens: end - 64, outputTokens: 64, reusedTokens: ends[at - 1] ?? 0, ...change }
        return [message({ id: `p${at}` }), answer({ id: `a${at}`, metrics: turn })]
      }),
    ),
  })
const plain = { app: appState(), before: () => talkOf([400, 900, 1500]), details: false }
const holding = (tokens: number, conversationId = 'c') => ({
  followCache: () =>
    openStream([{ ...sample, tokens, conversationId, fills: [{ ...fill, usedBytes: (tokens * fill.allocatedBytes) / 4096 }] }]),
})
export const CardEmpty = panel(() => <CachePanel />, { ...plain, before: () => {}, engine: holding(0) })
export const CardLoading = panel(() => <CachePanel />, { app: appState({ model: loading() }), details: false })
export const CardFilled = panel(() => <CachePanel />, { ...plain, engine: holding(1600) })
export const CardNearlyFull = panel(() => <CachePanel />, { ...plain, engine: holding(3500) })
export const CardFull = panel(() => <CachePanel />, {
  ...plain,
  before: () => talkOf([1400, 2900, 4096], { stopReason: 'context-full' }),
  engine: holding(4096),
})
export const CardFirstAnswer = panel(() => <CachePanel />, { ...plain, before: () => talkOf([400]), engine: holding(400) })
const forgetful = (change: Partial<typeof metrics>) => () => {
  talkOf([400, 900, 1500], change)
  const overflow = { policy: 'drop-oldest', sinkTokens: 4, recentTokens: 'auto' } as const
  conversationStore.setState(({ thread: known }) => ({ thread: known && { ...known, overflow } }))
}
const forgotten = { policy: 'drop-oldest', messages: [1, 2], droppedTokens: 300, leftOutTokens: 300 } satisfies typeof metrics.overflow
export const CardForgets = panel(() => <CachePanel />, { ...plain, before: forgetful({}), engine: holding(1500) })
export const CardForgot = panel(() => <CachePanel />, { ...plain, before: forgetful({ overflow: forgotten }), engine: holding(1500) })
export const CardElsewhere = panel(() => <CachePanel />, { ...plain, engine: holding(1600, 'other') })
export const GaugeEmpty = panel(() => <CacheGauge fill={{ ...fill, usedCells: 0, usedBytes: 0 }} />, { height: 100 })
export const GaugeFull = panel(() => <CacheGauge fill={{ ...fill, usedCells: 4096, usedBytes: fill.allocatedBytes }} />, { height: 100 })

const bandwidthOf = (loaded: ReadyModel) => () => (
  <div className="flex min-h-0 flex-1 bg-panel p-4">
    <BandwidthView loaded={loaded} />
  </div>
)
const bandwidthView = bandwidthOf(ready())
const measured = { memory: memoryBandwidth, isMeasuring: false, peakRevision: 1 }
/** ITL grows by 1 ms per 400 cells. */
const grown = () =>
  conversationStore.setState({
    openId: 'c',
    thread: thread(
      [200, 700, 1400, 2300].flatMap((tokens, at) => [
        message({ id: `p${at}` }),
        answer({ id: `a${at}`, metrics: turnAt(tokens, 19 + tokens / 400) }),
      ]),
    ),
  })
const wide = { width: 1248, height: 1500 }
export const BandwidthEmpty = story(bandwidthView, {
  ...wide,
  app: appState(),
  host: { plan: { inspect: () => readSubject }, bandwidth: { peak: () => null } },
})
export const BandwidthLoading = story(bandwidthView, {
  ...wide,
  app: appState({ bandwidth: { ...measured, memory: null, isMeasuring: true } }),
})
export const BandwidthFull = story(bandwidthView, {
  ...wide,
  app: appState({ bandwidth: measured }),
  host: { plan: { inspect: () => readSubject }, bandwidth: { peak: () => prefillPeak } },
  before: grown,
})
export const BandwidthNarrow = story(bandwidthView, {
  width: 868,
  height: 2600,
  app: appState({ bandwidth: measured }),
  host: { plan: { inspect: () => readSubject }, bandwidth: { peak: () => prefillPeak } },
  before: grown,
})
/** Some weights are on a graphics card, and a benchmark is running. */
export const BandwidthElsewhere = story(bandwidthOf(ready(undefined, { weightBytes: { ram: 1, vram: 1 } })), {
  ...wide,
  app: appState({ bandwidth: measured, model: { status: 'none' }, compareRunId: 'r' }),
  host: { plan: { inspect: () => readSubject }, bandwidth: { peak: () => prefillPeak } },
  before: grown,
})
