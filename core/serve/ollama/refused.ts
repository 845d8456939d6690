import type { Refusal } from '../refusal'

/** Ollama has only `error`. The other fields are for clients that compact the conversation. */
export const ollamaRefused = ({ message, context }: Refusal) => ({
  error: message,
  ...(context ? { type: 'exceed_context_size_error', n_prompt_tokens: context.promptTokens, n_ctx: context.contextTokens } : {}),
})
