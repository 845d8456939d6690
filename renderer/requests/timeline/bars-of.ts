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

/** Requests that never had a sequence, because they failed, are not drawn. */
const isDrawn = ({ sequence, endedAtMs }: RequestRecord): boolean => sequence !== null || endedAtMs === null

/** The time of the requests that are drawn, in epoch ms. null if there are none. The newest end is the end, so a quiet server still shows its last requests. */
export function spanOf(records: readonly RequestRecord[], nowMs: number): { readonly fromMs: number; readonly toMs: number } | null {
  const bars = records.filter(isDrawn).map((record) => barOf(record, nowMs))
  if (bars.length === 0) return null
  return { fromMs: Math.min(...bars.map(({ fromMs }) => fromMs)), toMs: Math.max(...bars.map(({ toMs }) => toMs)) }
}

export function lanesOf(records: readonly RequestRecord[], nowMs: number): TimelineLane[] {
  const lanes = new Map<number | null, TimelineBar[]>()
  for (const record of records) {
    if (!isDrawn(record)) continue
    const bars = lanes.get(record.sequence)
    if (bars) bars.push(barOf(record, nowMs))
    else lanes.set(record.sequence, [barOf(record, nowMs)])
  }
  return [...lanes]
    .map(([sequence, bars]) => ({ sequence, bars }))
    .sort((a, b) => (a.sequence ?? Number.POSITIVE_INFINITY) - (b.sequence ?? Number.POSITIVE_INFINITY))
}

function barOf(record: RequestRecord, nowMs: number): TimelineBar {
  const { receivedAtMs, endedAtMs, times } = record
  // The end is the anchor: a clock that was set back would put the start after it.
  const toMs = endedAtMs ?? Math.max(receivedAtMs, nowMs)
  const fromMs = receivedAtMs <= toMs ? receivedAtMs : toMs - (times?.totalMs ?? 0)
  if (!times) {
    const isWaiting = record.state === 'waiting'
    return { record, fromMs, prefillMs: isWaiting ? toMs : fromMs, decodeMs: toMs, toMs }
  }
  const prefillMs = Math.min(toMs, fromMs + times.queueMs)
  return { record, fromMs, prefillMs, decodeMs: Math.min(toMs, prefillMs + times.tokeniseMs + times.prefillMs), toMs }
}
