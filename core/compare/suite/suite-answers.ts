/** How the prompts of the suite are asked. The engine and a server get the same. */
import type { ToolDefinition } from '../../contract/chat/tools'
import type { PromptMessage } from '../../contract/chat/turn'
import type { SamplingSettings } from '../../contract/settings/sampling'
import { seededRandom } from '../../stats/seeded-random'
import { chosenPrompts, shuffled } from './choose-prompts'
import { earlierTurns } from './earlier-turns'
import type { SchemaPrompt } from './schema-prompts'
import type { SuitePrompt } from './suite-prompt'
import { type ToolPrompt, toolPrompts } from './tool-prompts'
import { suiteTool } from './tools'

/** A grammar would hide what the cache breaks, and reasoning would leave no tokens for the answer. */
export const suiteSampling = {
  temperature: 0,
  maxTokens: 160,
  thinking: 'off',
  reasoningBudgetTokens: 0,
  toolChoice: 'auto',
  bindCalls: false,
} as const satisfies Partial<SamplingSettings>

export const suiteMessages = ({ text, isLate }: SuitePrompt): readonly PromptMessage[] => [
  ...(isLate ? earlierTurns : []),
  { role: 'user', text },
]

export interface ToolQuestion {
  readonly prompt: ToolPrompt
  readonly tools: readonly ToolDefinition[]
}

export function toolQuestions({ prompts, seed }: { readonly prompts: number; readonly seed: number }): readonly ToolQuestion[] {
  const random = seededRandom(seed)
  return chosenPrompts(toolPrompts, prompts, seed).map((prompt) => ({
    prompt,
    tools: shuffled([prompt.tool, ...prompt.others], random).map(suiteTool),
  }))
}

export const schemaSampling = ({ schema }: SchemaPrompt, withGrammar: boolean): Partial<SamplingSettings> =>
  withGrammar ? { grammar: { kind: 'json-schema', text: JSON.stringify(schema) } } : {}
