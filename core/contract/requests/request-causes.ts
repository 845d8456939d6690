/** Does not import zod, because the window imports this file. */

/** Why a request had its prompt processed, although it, or much of it, was processed before. */
export const requestCauses = [
  /** The client's first request. */
  'first-request',
  'continued',
  'same-prompt',
  'new-conversation',
  'edited-message',
  /** A line in the beginning, such as Claude Code's billing header, has another value in each request. */
  'changing-header',
  'clock',
  'tools-reordered',
  'tools-changed',
  'system-changed',
  'reasoning-dropped',
  'message-rewritten',
  'compacted',
  'side-request',
  'whitespace',
  'template-clock',
  'template',
  /** The same text with other tokens. */
  'retokenized',
  'other-model',
  'other-settings',
  /** The tokens were in the cache once, but another request, or something else, has taken their place. */
  'evicted',
  /** The tokens were in a sequence that another request was using. */
  'busy',
  /** The tokens are in a sequence, but the request got another one. */
  'other-sequence',
  'engine-restarted',
  /** A sliding window or a recurrent state. */
  'cannot-go-back',
] as const
export type RequestCause = (typeof requestCauses)[number]

/** Work that a client does next to the conversation. */
export const sideKinds = ['title', 'tags', 'follow-ups', 'search-queries', 'topic', 'autocomplete', 'summary'] as const
export type SideKind = (typeof sideKinds)[number]

/** Causes without a loss: the processed tokens are new. */
export const newTextCauses: readonly RequestCause[] = ['first-request', 'continued', 'same-prompt', 'new-conversation', 'edited-message']
