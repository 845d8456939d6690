/** Repetitions of a cell, taken one at a time, as one result. */
import type { BenchResult } from '../contract/compare/bench-tasks'

/** `before`: what the cell had, or null. Results without repetitions are taken as they are; contexts are those of the first. */
export function mergeResult(before: BenchResult | null, next: BenchResult): BenchResult {
  if (before?.kind !== 'speed' || next.kind !== 'speed') return next
  return { ...before, samplesNs: [...before.samplesNs, ...next.samplesNs], itlMs: [...before.itlMs, ...next.itlMs] }
}
