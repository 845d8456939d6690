/** Every resource that a client can use is bounded. */
export interface ServeLimits {
  readonly bodyBytes: number
  /** Nesting of objects and lists in a body. */
  readonly bodyLevels: number
  readonly headersMs: number
  /** For the whole request, not for the answer. */
  readonly requestMs: number
  /** Between two requests of a connection. */
  readonly idleMs: number
  /** How long the server reads and discards the rest of a refused request. Many clients that are still writing do not see the refusal otherwise. */
  readonly discardMs: number
  /** How much of a refused body the server reads and discards. */
  readonly discardBytes: number
  /** How long a client may leave the answer unread. */
  readonly unreadMs: number
  readonly connections: number
  readonly requestsPerConnection: number
}

export const serveLimits: ServeLimits = {
  bodyBytes: 8 * 2 ** 20,
  bodyLevels: 100,
  headersMs: 10_000,
  requestMs: 60_000,
  idleMs: 30_000,
  discardMs: 2000,
  discardBytes: 64 * 2 ** 20,
  unreadMs: 60_000,
  connections: 512,
  requestsPerConnection: 10_000,
}
