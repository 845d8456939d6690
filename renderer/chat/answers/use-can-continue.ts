import { canContinue } from '../../../core/contract/chat/can-continue'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { continuesAnswers } from '../../../core/remote/server-facts'
import { useApp } from '../../client/use-app'
import { useIsContextFull } from '../full/context-full'

/** Of an answer that has nothing after it. */
export function useCanContinue(message: StoredMessage): boolean {
  const continues = useApp(({ app }) => app?.model.status !== 'server' || continuesAnswers(app.model.server.facts.kind))
  const isFull = useIsContextFull(message)
  return continues && !isFull && canContinue(message)
}
