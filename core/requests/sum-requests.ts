import type { RequestCause } from '../contract/requests/request-causes'
import type { RequestRecord } from '../contract/requests/requests'

export interface CauseSum {
  readonly client: string
  readonly cause: RequestCause
  readonly requests: number
  readonly lostTokens: number
  readonly lostMs: number
  /** Requests whose prefill rate is unknown. Their time is not in `lostMs`. */
  readonly unmeasured: number
}

/** Only causes that lost tokens. The cause with the most lost tokens is first. */
export function sumRequests(records: readonly RequestRecord[]): CauseSum[] {
  const sums = new Map<string, CauseSum>()
  for (const { client, explanation } of records) {
    if (!explanation || explanation.lostTokens === 0) continue
    const { cause, lostTokens, lostMs } = explanation
    const key = `${cause} ${client}`
    const sum = sums.get(key) ?? { client, cause, requests: 0, lostTokens: 0, lostMs: 0, unmeasured: 0 }
    sums.set(key, {
      ...sum,
      requests: sum.requests + 1,
      lostTokens: sum.lostTokens + lostTokens,
      lostMs: sum.lostMs + (lostMs ?? 0),
      unmeasured: sum.unmeasured + (lostMs === null ? 1 : 0),
    })
  }
  return [...sums.values()].sort((a, b) => b.lostMs - a.lostMs || b.lostTokens - a.lostTokens)
}

export interface Totals {
  readonly requests: number
  /** Includes refused requests. */
  readonly failed: number
  readonly promptTokens: number
  readonly reusedTokens: number
  readonly lostTokens: number
  readonly lostMs: number
}

export function totalsOf(records: readonly RequestRecord[]): Totals {
  const totals = { requests: records.length, failed: 0, promptTokens: 0, reusedTokens: 0, lostTokens: 0, lostMs: 0 }
  for (const { state, promptTokens, reusedTokens, processedTokens, explanation } of records) {
    if (state === 'failed' || state === 'refused') totals.failed += 1
    // A prompt that was too long was only counted.
    if (reusedTokens + processedTokens > 0) totals.promptTokens += promptTokens
    totals.reusedTokens += reusedTokens
    totals.lostTokens += explanation?.lostTokens ?? 0
    totals.lostMs += explanation?.lostMs ?? 0
  }
  return totals
}
