import type { ChatRequest, RemoteMessage, RemoteSampling } from '../stream-events'

/** Leaves every setting to the server. */
export const plainRequest = (model: string, messages: readonly RemoteMessage[]): ChatRequest => ({
  model,
  messages,
  tools: [],
  toolChoice: 'auto',
  maxTokens: null,
  sampling: ownSampling,
  schema: null,
  thinking: null,
  effort: null,
  ignoreEndOfText: false,
  topLogprobs: 0,
})

const ownSampling: RemoteSampling = {
  temperature: null,
  topP: null,
  topK: null,
  minP: null,
  seed: null,
  stop: [],
  frequencyPenalty: null,
  presencePenalty: null,
}

export const greedySampling: RemoteSampling = { ...ownSampling, temperature: 0 }
