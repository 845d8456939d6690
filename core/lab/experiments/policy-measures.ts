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

/** What a policy may keep: cells per head, or what is left when `ratio` of a prompt's cells has been removed, as in kvpress. */
export type PolicyBudget = { readonly tokens: number } | { readonly ratio: number }

/** Cells per head. `compressedTokens`: the context, and the question if the policy sees it. */
export const budgetTokensOf = (budget: PolicyBudget, compressedTokens: number): number =>
  'tokens' in budget ? budget.tokens : Math.round((1 - budget.ratio) * compressedTokens)
