/** What a setting of a run scored on the suite. */
import type { CompareCell } from '../../contract/compare/compare-runs'
import { type CallCounts, callCounts, type SchemaCounts, schemaCounts } from './tally'

export interface SuiteFigures {
  readonly toolCalls: CallCounts | null
  readonly schemas: SchemaCounts | null
  readonly schemasWithGrammar: SchemaCounts | null
}

export function suiteFiguresOf(results: readonly CompareCell[], variant: number): SuiteFigures {
  const calls = callsOf(results, variant)
  return {
    toolCalls: calls && callCounts(calls, variant === 0 ? null : callsOf(results, 0)),
    schemas: schemasOf(results, variant, false),
    schemasWithGrammar: schemasOf(results, variant, true),
  }
}

function callsOf(results: readonly CompareCell[], wanted: number) {
  for (const { variant, result } of results) if (variant === wanted && result?.kind === 'tool-calls') return result
  return null
}

function schemasOf(results: readonly CompareCell[], wanted: number, withGrammar: boolean): SchemaCounts | null {
  for (const { variant, result } of results)
    if (variant === wanted && result?.kind === 'schemas' && result.withGrammar === withGrammar) return schemaCounts(result)
  return null
}
