/** What the experiment on eviction policies measures. */

/** Whether a cache is compressed with the question in view or before it; kvpress calls the choice `query_aware`. */
export const questionModes = ['query-aware', 'query-agnostic'] as const
export type QuestionMode = (typeof questionModes)[number]

/** After RULER (arXiv:2404.06654): niah_single, niah_multikey_1, vt, cwe. */
export const recallTasks = ['needle', 'multi-key', 'variable-tracking', 'common-words'] as const
export type RecallTask = (typeof recallTasks)[number]

export const policyTasks = [...recallTasks, 'perplexity'] as const
export type PolicyTask = (typeof policyTasks)[number]

/** The column of a task in the table. */
export const taskColumns = {
  needle: 'needle',
  'multi-key': 'multiKey',
  'variable-tracking': 'variableTracking',
  'common-words': 'commonWords',
  perplexity: 'perplexity',
} as const satisfies Readonly<Record<PolicyTask, string>>

/** Share of a prompt's cells that is removed, as in kvpress: 0 keeps all. Returns cells per head for a prompt of `promptTokens`. */
export const budgetOfRatio = (ratio: number, promptTokens: number): number => Math.round((1 - ratio) * promptTokens)
