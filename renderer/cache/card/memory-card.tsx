import { useStore } from 'zustand'
import type { CacheSample, ContextReport } from '../../../core/contract/cache/cache'
import type { ConversationThread } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { fullnessOf } from '../../../core/overflow/fullness'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { Explained } from '../../ui/explained'
import { FullnessMeter } from '../../ui/fullness-meter'
import { roomLeft } from './room-left'

export interface MemoryCardProps {
  readonly context: ContextReport
  /** undefined unless it holds the open conversation. */
  readonly own: CacheSample | undefined
}

export function MemoryCard({ context, own }: MemoryCardProps) {
  const thread = useStore(conversationStore, (state) => state.thread)
  const texts = copy.cache.card
  const used = own?.tokens ?? tokensAfterLastAnswer(thread)
  const total = context.contextTokens
  const share = total > 0 ? Math.min(1, used / total) : 0
  const fullness = fullnessOf(used, total)
  const tone = fullness === 'full' ? 'text-danger' : fullness === 'nearly-full' ? 'text-warning' : ''
  const full = own || used === 0 ? texts.full(share) : texts.aboutFull(share)
  return (
    <section
      aria-label={texts.title}
      data-tour="memory"
      className="flex flex-col gap-3 rounded-xl border border-line bg-raised p-4 text-[13px] leading-snug"
    >
      <div data-tour="full">
        <FullnessMeter label={texts.meter} used={used} total={total} text={full} />
        <p className={`mt-1.5 font-medium text-[15px] ${tone}`}>{full}</p>
      </div>
      {thread && <Forecast thread={thread} used={used} total={total} isHeld={own !== undefined} />}
      <Speed messages={thread?.messages ?? []} />
      <Bytes context={context} own={own} />
    </section>
  )
}

/** Another model may have counted them, so they are not exact. */
function tokensAfterLastAnswer(thread: ConversationThread | undefined): number {
  const metrics = thread?.messages.findLast((message) => message.metrics)?.metrics
  return metrics ? metrics.promptTokens + metrics.outputTokens : 0
}

interface ForecastProps {
  readonly thread: ConversationThread
  readonly used: number
  readonly total: number
  readonly isHeld: boolean
}

function Forecast({ thread, used, total, isHeld }: ForecastProps) {
  const texts = copy.cache.card
  const { messages, conversation, overflow } = thread
  const last = messages.at(-1)
  // Not from `used`, which grows with each token of an answer.
  const room = fullnessOf(used, total) === 'full' ? 'little' : roomLeft(thread, total)
  const drops = (overflow?.policy ?? 'stop') !== 'stop'
  // The cells may be from before the message that is being answered.
  const isElsewhere = !isHeld && messages.length > 0 && last?.state !== 'streaming'
  const forecast = last?.metrics?.stopReason === 'context-full' ? texts.noRoom : room && texts.room[room]
  const hasForgotten = messages.some(({ metrics }) => metrics?.overflow)
  return (
    <>
      {isElsewhere && <p role="note">{texts.caughtUp(conversation.isPrivate)}</p>}
      {drops ? <p>{hasForgotten ? texts.forgot : texts.forgets}</p> : forecast && <p>{forecast}</p>}
    </>
  )
}

/** Of the previous turn's tokens, so that the new message is nearly all that the model had to read. */
const keptShare = 0.9

function Speed({ messages }: { readonly messages: ConversationThread['messages'] }) {
  const texts = copy.cache.card
  const [metrics, before] = messages.flatMap((message) => (message.metrics ? [message.metrics] : [])).reverse()
  if (!metrics) return <p className="text-soft">{texts.noAnswer}</p>
  const hadRest = before && metrics.reusedTokens >= keptShare * (before.promptTokens + before.outputTokens)
  return (
    <p className="text-soft">
      {texts.speed(metrics.totalMs)} {hadRest && texts.onlyNew}
    </p>
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
