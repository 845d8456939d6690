/** How many answers of a setting were right. */
import type { CompareCell } from '../../contract/compare/compare-runs'
import type { JsonAnswer, ToolAnswer } from '../../contract/compare/compare-tasks'

export interface CallCounts {
  readonly prompts: number
  readonly rightTool: number
  readonly rightArguments: number
  /** The same tool with the same arguments as the reference, or no call by either. null for the reference, or if it was not measured. */
  readonly sameCall: number | null
}

export interface SchemaCounts {
  readonly prompts: number
  readonly complete: number
  readonly valid: number
  readonly right: number
}

export interface SuiteFigures {
  readonly toolCalls: CallCounts | null
  readonly schemas: SchemaCounts | null
  readonly schemasWithGrammar: SchemaCounts | null
}

interface ToolCalls {
  readonly answers: readonly ToolAnswer[]
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

export function callCounts({ answers }: ToolCalls, reference: ToolCalls | null): CallCounts {
  return {
    prompts: answers.length,
    rightTool: answers.filter(({ rightTool }) => rightTool).length,
    rightArguments: answers.filter(({ rightArguments }) => rightArguments).length,
    sameCall: reference && sameCalls(answers, reference.answers),
  }
}

export function schemaCounts({ answers }: { readonly answers: readonly JsonAnswer[] }): SchemaCounts {
  const count = (of: 'complete' | 'valid' | 'right') => answers.filter((answer) => answer[of]).length
  return { prompts: answers.length, complete: count('complete'), valid: count('valid'), right: count('right') }
}

function sameCalls(answers: readonly ToolAnswer[], reference: readonly ToolAnswer[]): number {
  const others = new Map(reference.map((answer) => [answer.prompt, answer]))
  return answers.filter((answer) => isSameCall(answer, others.get(answer.prompt))).length
}

function isSameCall({ call }: ToolAnswer, other: ToolAnswer | undefined): boolean {
  if (!other) return false
  return call?.name === other.call?.name && call?.arguments === other.call?.arguments
}
