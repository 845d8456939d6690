import type { RequestRecord } from '../../../core/contract/requests/requests'

export interface TimelineBar {
  readonly record: RequestRecord
  /** In epoch ms. From waiting to prefill, decode and the end. */
  readonly fromMs: number
  readonly prefillMs: number
  readonly decodeMs: number
  readonly toMs: number
}

export interface TimelineLane {
  /** null: the lane of requests that have no sequence yet. */
  readonly sequence: number | null
  readonly bars: readonly TimelineBar[]
}

/** Requests that never had a sequence, because they failed, are left out. */
export function lanesOf(records: readonly RequestRecord[], nowMs: number): TimelineLane[] {
  const lanes = new Map<number | null, TimelineBar[]>()
  for (const record of records) {
    const isRunning = record.endedAtMs === null
    if (record.sequence === null && !isRunning) continue
    const bars = lanes.get(record.sequence)
    if (bars) bars.push(barOf(record, nowMs))
    else lanes.set(record.sequence, [barOf(record, nowMs)])
  }
  return [...lanes]
    .map(([sequence, bars]) => ({ sequence, bars }))
    .sort((a, b) => (a.sequence ?? Number.POSITIVE_INFINITY) - (b.sequence ?? Number.POSITIVE_INFINITY))
}

function barOf(record: RequestRecord, nowMs: number): TimelineBar {
  const { receivedAtMs: fromMs, endedAtMs, times } = record
  const toMs = Math.max(fromMs, endedAtMs ?? nowMs)
  if (!times) {
    const isWaiting = record.state === 'waiting'
    return { record, fromMs, prefillMs: isWaiting ? toMs : fromMs, decodeMs: toMs, toMs }
  }
  const prefillMs = Math.min(toMs, fromMs + times.queueMs)
  return { record, fromMs, prefillMs, decodeMs: Math.min(toMs, prefillMs + times.tokeniseMs + times.prefillMs), toMs }
}
