/** How the prompts of a comparison and of its suite are asked. The engine and a server get the same. */
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

/** Without a value for *Think*, llama.cpp's library and llama-server render some templates differently. Reasoning would take the answer's tokens. */
export const comparedSampling = { temperature: 0, thinking: 'off' } as const satisfies Partial<SamplingSettings>

/** A grammar would hide what the cache breaks. */
export const suiteSampling = {
  ...comparedSampling,
  maxTokens: 160,
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
