export interface McpLimits {
  /** A first start may download the server. */
  readonly startMs: number
  readonly callMs: number
}
export const ordinaryLimits: McpLimits = { startMs: 120_000, callMs: 300_000 }
