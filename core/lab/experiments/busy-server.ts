/** See ../paged/request-trace.ts. */
export const busyServer = { poolTokens: 1 << 16, contextTokens: 2048, steps: 4000 } as const
export const busyServerText = 'synthetic requests, 161 tokens in and 338 out on average, pool of 65,536'
