import type { Refusal, RefusalKind } from '../refusal'

const types: Record<RefusalKind, string> = {
  'invalid-request': 'invalid_request_error',
  'context-exceeded': 'exceed_context_size_error',
  unauthorized: 'authentication_error',
  forbidden: 'permission_error',
  'not-found': 'not_found_error',
  'too-large': 'invalid_request_error',
  overloaded: 'unavailable_error',
  'server-error': 'server_error',
}

/** OpenAI's clients check `code`: at `context_length_exceeded`, agents compact the conversation. */
export const responsesRefused = ({ kind, message, code, field, context }: Refusal) => ({
  error: {
    message,
    type: types[kind],
    param: field,
    code: context ? 'context_length_exceeded' : code,
    ...(context ? { n_prompt_tokens: context.promptTokens, n_ctx: context.contextTokens } : {}),
  },
})
