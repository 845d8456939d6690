import type { Refusal, RefusalKind } from '../refusal'

/** Source: `format_error_response` in tools/server/server-common.cpp. */
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

export const llamaRefused = ({ kind, status, message, context, field }: Refusal) => ({
  error: {
    code: status,
    message,
    type: status === 501 ? 'not_supported_error' : types[kind],
    ...(field === null ? {} : { param: field }),
    ...(context ? { n_prompt_tokens: context.promptTokens, n_ctx: context.contextTokens } : {}),
  },
})
