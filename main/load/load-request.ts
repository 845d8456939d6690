import type { ChatRequest, RemoteMessage } from '../../core/remote/stream-events'

/** Greedy, so that both servers of a comparison do the same work in the sampler. */
export const loadRequest = (model: string, messages: readonly RemoteMessage[], maxTokens: number): ChatRequest => ({
  model,
  messages,
  tools: [],
  toolChoice: 'none',
  maxTokens,
  sampling: {
    temperature: 0,
    topP: null,
    topK: null,
    minP: null,
    seed: null,
    stop: [],
    frequencyPenalty: null,
    presencePenalty: null,
  },
  schema: null,
  thinking: null,
  effort: null,
  ignoreEndOfText: true,
  isQuiet: true,
  topLogprobs: 0,
})
