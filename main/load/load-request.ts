import { greedySampling, plainRequest } from '../../core/remote/chat/plain-request'
import type { ChatRequest, RemoteMessage } from '../../core/remote/stream-events'

/** Greedy, so that both servers of a comparison do the same work in the sampler. */
export const loadRequest = (model: string, messages: readonly RemoteMessage[], maxTokens: number): ChatRequest => ({
  ...plainRequest(model, messages),
  toolChoice: 'none',
  maxTokens,
  sampling: greedySampling,
  ignoreEndOfText: true,
  isQuiet: true,
})
