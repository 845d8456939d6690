import { useStore } from 'zustand'
import type { CacheSample, ContextReport } from '../../../core/contract/cache/cache'
import type { ConversationThread } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { fullnessOf } from '../../../core/overflow/fullness'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { recordingStore, startRecording } from '../../lab/recording/recording-store'
import { Explained } from '../../ui/explained'
import { FullnessMeter } from '../../ui/fullness-meter'
import { showScreen } from '../../window/window-store'
import { roomForExchanges } from './room-for-exchanges'

export interface MemoryCardProps {
  readonly context: ContextReport
  /** undefined unless it holds the open conversation. */
  readonly own: CacheSample | undefined
  /** Set if the model has another conversation in memory instead. */
  readonly otherConversationId: string | null
}

export function MemoryCard({ context, own, otherConversationId }: MemoryCardProps) {
  const thread = useStore(conversationStore, (state) => state.thread)
  const texts = copy.cache.card
  const used = own?.tokens ?? 0
  const total = context.contextTokens
  const fullness = fullnessOf(used, total)
  const tone = fullness === 'full' ? 'text-danger' : fullness === 'nearly-full' ? 'text-warning' : ''
  return (
    <section aria-label={texts.title} className="flex flex-col gap-3 rounded-xl border border-line bg-raised p-4 text-[13px] leading-snug">
      <div>
        <FullnessMeter label={texts.meter} used={used} total={total} text={texts.tokens(used, total)} />
        <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-2">
          <span className={`font-medium text-[15px] ${tone}`}>{texts.full(total > 0 ? used / total : 0)}</span>
          <Explained by={texts.tokensMeaning} className="text-faint">
            {texts.tokens(used, total)}
          </Explained>
        </div>
      </div>
      <Words used={used} total={total} thread={thread} otherConversationId={otherConversationId} />
      <Bytes context={context} own={own} />
      {own && (
        <button type="button" className="text-left text-[12px] text-accent underline-offset-3 hover:underline" onClick={showInLab}>
          {texts.lab}
        </button>
      )}
    </section>
  )
}

/** Records the example at once, unless there is a recording. */
function showInLab(): void {
  const { recording, progress } = recordingStore.getState()
  showScreen('lab')
  if (!recording && !progress) void startRecording()
}

interface WordsProps {
  readonly used: number
  readonly total: number
  readonly thread: ConversationThread | undefined
  readonly otherConversationId: string | null
}

function Words({ used, total, thread, otherConversationId }: WordsProps) {
  const title = useStore(conversationStore, (state) => state.list.find(({ id }) => id === otherConversationId)?.title)
  const texts = copy.cache.card
  const metrics = thread?.messages.findLast((message) => message.metrics !== null && message.metrics.ttftMs !== null)?.metrics
  const exchanges = thread && roomForExchanges(thread, used, total)
  // The cells may be from before the message that is being answered.
  const isAnswering = thread?.messages.some(({ state }) => state === 'streaming')
  const isElsewhere = thread !== undefined && otherConversationId !== null && !isAnswering
  return (
    <>
      {isElsewhere && (
        <p role="note" className="[overflow-wrap:anywhere]">
          {texts.other(title)}
        </p>
      )}
      {exchanges !== undefined && <p>{texts.room(exchanges)}</p>}
      <p className="text-soft">
        {metrics
          ? texts.speed({
              startMs: metrics.ttftMs ?? 0,
              knownShare: metrics.promptTokens > 0 ? metrics.reusedTokens / metrics.promptTokens : 0,
              tokensPerSecond: metrics.decodeTokensPerSecond,
            })
          : texts.noAnswer}
      </p>
    </>
  )
}

function Bytes({ context, own }: Pick<MemoryCardProps, 'context' | 'own'>) {
  const texts = copy.cache.card
  const used = own?.fills.reduce((sum, { usedBytes }) => sum + usedBytes, 0) ?? 0
  return (
    <p className="flex flex-wrap justify-between gap-x-2 border-line border-t pt-3 text-[12px] text-faint">
      <Explained by={texts.bytesMeaning}>{texts.bytesName}</Explained>
      <span>{texts.bytes(used, context.allocatedBytes / context.sequences)}</span>
    </p>
  )
}
