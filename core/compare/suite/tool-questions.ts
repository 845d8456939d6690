import type { ToolDefinition } from '../../contract/chat/tools'
import { seededRandom } from '../../stats/seeded-random'
import { chosenPrompts, shuffled } from './choose-prompts'
import { type ToolPrompt, toolPrompts } from './tool-prompts'
import { suiteTool } from './tools'

export interface ToolQuestion {
  readonly prompt: ToolPrompt
  /** The right one is at any place. */
  readonly tools: readonly ToolDefinition[]
}

export function toolQuestions(prompts: number, seed: number): readonly ToolQuestion[] {
  const random = seededRandom(seed)
  return chosenPrompts(toolPrompts, prompts, seed).map((prompt) => ({
    prompt,
    tools: shuffled([prompt.tool, ...prompt.others], random).map(suiteTool),
  }))
}
