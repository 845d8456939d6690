/** Whether the policy sees the question before it evicts; kvpress: `query_aware`. */
export const questionModes = ['query-aware', 'query-agnostic'] as const
export type QuestionMode = (typeof questionModes)[number]

/** After RULER (arXiv:2404.06654): niah_single, niah_multikey_1, vt, cwe. */
export const recallTasks = ['needle', 'multi-key', 'variable-tracking', 'common-words'] as const
export type RecallTask = (typeof recallTasks)[number]

export const policyTasks = [...recallTasks, 'perplexity'] as const
export type PolicyTask = (typeof policyTasks)[number]

export const taskColumns = {
  needle: 'needle',
  'multi-key': 'multiKey',
  'variable-tracking': 'variableTracking',
  'common-words': 'commonWords',
  perplexity: 'perplexity',
} as const satisfies Readonly<Record<PolicyTask, string>>

/** Returns cells per head. `ratio`: the share of a prompt's cells to remove, as in kvpress. */
export const budgetOfRatio = (ratio: number, promptTokens: number): number => Math.round((1 - ratio) * promptTokens)
