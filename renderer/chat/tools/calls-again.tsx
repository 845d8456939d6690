import { useStore } from 'zustand'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { callsIn, canRun, mostRounds, roundsOn } from '../../../core/tools/calls-in'
import { Button } from '../../ui/controls/button'
import { conversationStore } from '../conversation/conversation-store'
import { useIsAnswering } from '../conversation/use-is-answering'
import { resume } from './tools-store'

/** For calls of the last answer that did not run: after a restart, a stop, or too many rounds. */
export function CallsAgain({ message }: { readonly message: StoredMessage }) {
  const isAnswering = useIsAnswering()
  const thread = useStore(conversationStore, (state) => state.thread)
  if (isAnswering || !thread?.tools || !canRun(callsIn(message), thread.tools)) return null
  const texts = copy.chat.tools.call
  const isLimit = roundsOn(thread.messages) >= mostRounds
  return (
    <div className="mt-1 flex flex-wrap items-center gap-3 text-[12px] text-soft">
      <span role="status">{isLimit ? texts.limit(mostRounds) : texts.notRun}</span>
      <Button onClick={() => void resume(message.conversationId, message.id)}>{isLimit ? texts.continue : texts.runAgain}</Button>
    </div>
  )
}
