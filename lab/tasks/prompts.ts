import type { RecallTask } from '../../core/lab/experiments/policy-measures'
import { policiesSetup } from '../../core/lab/experiments/setups'
import { seededRandom } from '../../core/stats/seeded-random'
import type { Tokenizer } from '../tokenizer/tokenizer'
import { commonWords } from './common-words'
import { needles } from './needles'
import type { MakePrompt, TaskPrompt } from './task-prompt'
import { variableTracking } from './variable-tracking'

/** `context` and `question`, concatenated, are the prompt in the chat template. */
export interface PromptTokens {
  readonly context: Int32Array
  readonly question: Int32Array
}

const makers: Readonly<Record<RecallTask, MakePrompt>> = {
  needle: needles(1),
  'multi-key': needles(4),
  'variable-tracking': variableTracking(policiesSetup.variableHops),
  'common-words': commonWords(policiesSetup.commonWords),
}

export function promptsOf(task: RecallTask, tokenizer: Tokenizer, seed: number, count: number): TaskPrompt[] {
  const random = seededRandom(seed + 1000 * Object.keys(makers).indexOf(task))
  const source = { random, tokensOf: (text: string) => tokenizer.encode(text).length, promptTokens: policiesSetup.promptTokens }
  return Array.from({ length: count }, (_, index) => makers[task](source, index))
}

/** `question` begins with the line break that separates it, if there is one. */
export function tokensOfParts(tokenizer: Tokenizer, context: string, question: string): PromptTokens {
  const { bosToken } = tokenizer.vocabulary
  return {
    context: tokenizer.encode(`<|im_start|>user\n${context}`),
    question: tokenizer.encode(`${question}<|im_end|>\n<|im_start|>assistant\n`).subarray(bosToken === null ? 0 : 1),
  }
}

export const tokensOfPrompt = (tokenizer: Tokenizer, { context, question }: Pick<TaskPrompt, 'context' | 'question'>): PromptTokens =>
  tokensOfParts(tokenizer, context, `\n${question}`)

/**
 * Returns the share of the expected words that the answer contains, 0 to 1. Source: `string_match_all` in NVIDIA/RULER,
 * scripts/eval/synthetic/constants.py.
 */
export function scoreOf(answer: string, { expected }: Pick<TaskPrompt, 'expected'>): number {
  const found = expected.filter((one) => answer.toLowerCase().includes(one.toLowerCase()))
  return found.length / expected.length
}
