import { canContinue } from '../../../core/contract/chat/can-continue'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { continuesAnswers } from '../../../core/remote/server-facts'
import { useApp } from '../../client/use-app'
import { useIsContextFull } from '../full/context-full'

/** Whether the answer can be continued. Call it only for an answer with no message after it. */
export function useCanContinue(message: StoredMessage): boolean {
  const continues = useApp(({ app }) => app?.model.status !== 'server' || continuesAnswers(app.model.server.facts.kind))
  const isFull = useIsContextFull(message)
  return continues && !isFull && canContinue(message)
}
