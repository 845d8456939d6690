import { memo, useEffect } from 'react'
import { useStore } from 'zustand'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { followLiveTurn } from '../../client/live-turns'
import { useApp } from '../../client/use-app'
import { ItlStrip } from './itl-strip'
import { TtftChart } from './ttft-chart'

const none: readonly StoredMessage[] = []

export const TurnCharts = memo(function TurnCharts() {
  const messages = useStore(conversationStore, (state) => state.thread?.messages ?? none)
  const answer = messages.findLast(({ role }) => role === 'assistant')
  useFollowed(answer)
  return (
    <>
      <TtftChart messages={messages} />
      {answer?.turnId && (
        <ItlStrip key={answer.turnId} turnId={answer.turnId} measured={answer.metrics?.itlMs ?? answer.remote?.gapsMs ?? null} />
      )}
    </>
  )
})

function useFollowed(answer: StoredMessage | undefined): void {
  const engine = useApp((state) => state.engine)
  const turnId = answer?.state === 'streaming' ? answer.turnId : null
  useEffect(() => {
    if (turnId !== null && turnId !== undefined && engine) followLiveTurn(turnId, engine)
  }, [turnId, engine])
}
