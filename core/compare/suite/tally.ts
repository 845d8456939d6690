/** Counts of right answers. */
import type { CompareResultOf, ToolAnswer } from '../../contract/compare/compare-tasks'

export interface CallCounts {
  readonly prompts: number
  readonly rightTool: number
  readonly rightArguments: number
  /** The same tool with the same arguments as the reference, or no call as there. null for the reference, or if it was not measured. */
  readonly sameCall: number | null
}

export interface SchemaCounts {
  readonly prompts: number
  readonly complete: number
  readonly valid: number
  readonly right: number
}

type ToolCalls = CompareResultOf<'tool-calls'>

export function callCounts({ answers }: ToolCalls, reference: ToolCalls | null): CallCounts {
  return {
    prompts: answers.length,
    rightTool: answers.filter(({ rightTool }) => rightTool).length,
    rightArguments: answers.filter(({ rightArguments }) => rightArguments).length,
    sameCall: reference && sameCalls(answers, reference.answers),
  }
}

export function schemaCounts({ answers }: CompareResultOf<'schemas'>): SchemaCounts {
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
