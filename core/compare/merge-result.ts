import type { CompareResult } from '../contract/compare/compare-tasks'

/** Adds a repetition of a speed test to the result so far. All other results replace it. */
export function mergeResult(before: CompareResult | null, next: CompareResult): CompareResult {
  if (before?.kind !== 'speed' || next.kind !== 'speed') return next
  return { ...before, samplesNs: [...before.samplesNs, ...next.samplesNs], itlMs: [...before.itlMs, ...next.itlMs] }
}
