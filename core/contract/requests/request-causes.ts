/** Does not import zod, because the window imports this file. */

/** Why Headroom processed a prompt again that it had processed before, in whole or in part. */
export const requestCauses = [
  /** The client's first request. */
  'first-request',
  'continued',
  'same-prompt',
  'new-conversation',
  'edited-message',
  /** A line at the beginning, such as Claude Code's billing header, has a different value in each request. */
  'changing-header',
  'clock',
  'tools-reordered',
  'tools-changed',
  'system-changed',
  'reasoning-dropped',
  'message-rewritten',
  'message-removed',
  'message-inserted',
  'compacted',
  'side-request',
  'whitespace',
  'template-clock',
  'template',
  /** The same text with other tokens. */
  'retokenized',
  'other-model',
  'other-settings',
  /** The tokens were in the cache, but were evicted for another request or for something else. */
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

/** What clients ask for in side requests. */
export const sideKinds = ['title', 'tags', 'follow-ups', 'search-queries', 'topic', 'autocomplete', 'summary'] as const
export type SideKind = (typeof sideKinds)[number]

/** Causes without a loss: the processed tokens are new. */
export const newTextCauses: readonly RequestCause[] = ['first-request', 'continued', 'same-prompt', 'new-conversation', 'edited-message']
