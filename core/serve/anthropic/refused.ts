import type { Refusal, RefusalKind } from '../refusal'

const types: Record<RefusalKind, string> = {
  'invalid-request': 'invalid_request_error',
  'context-exceeded': 'exceed_context_size_error',
  unauthorized: 'authentication_error',
  forbidden: 'permission_error',
  'not-found': 'not_found_error',
  'too-large': 'request_too_large',
  overloaded: 'overloaded_error',
  'server-error': 'api_error',
}

/** Claude Code compacts the conversation if the message begins as Anthropic's does. */
export function anthropicRefused({ kind, message, context }: Refusal) {
  const type = types[kind]
  if (!context) return { type: 'error', error: { type, message }, request_id: null }
  const { promptTokens, contextTokens } = context
  const error = {
    type,
    message: `prompt is too long: ${promptTokens} tokens > ${contextTokens} maximum. ${message}`,
    n_prompt_tokens: promptTokens,
    n_ctx: contextTokens,
  }
  return { type: 'error', error, request_id: null }
}
