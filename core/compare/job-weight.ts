import type { CompareTask, ServerAsk } from '../contract/compare/compare-tasks'

/** Decode reads all weights for each token, prefill only once per batch. */
const aloneWeight = 12
const charactersPerToken = 4
const scoringWeight = 4
const passkeyTokens = 8
/** Approximate means over the prompts of core/compare/suite. About a third of the prompts follow a conversation of 400 tokens. */
export const suiteTokens = { prompt: 250, answer: 30 }
const fixedWeight = 64

const tokensIn = (text: string): number => Math.ceil(text.length / charactersPerToken)

/** Returns the cost of a task, or of one repetition of a `speed` task. The unit is the cost of one prompt token. */
export function jobWeight(task: CompareTask, textCharacters: number): number {
  return fixedWeight + workOf(task, textCharacters)
}

function workOf(task: CompareTask | ServerAsk, textCharacters: number): number {
  switch (task.kind) {
    case 'speed': {
      const { prompt, generated, depth } = task.test
      return depth + prompt * (task.warmUp ? 2 : 1) + generated * aloneWeight
    }
    case 'answer':
      return tokensIn(task.prompt) + task.maxTokens * aloneWeight
    case 'quality': {
      const textTokens = Math.ceil(textCharacters / charactersPerToken)
      return Math.min(textTokens, (task.maxChunks ?? Number.POSITIVE_INFINITY) * task.chunkTokens) * scoringWeight
    }
    case 'passkey':
      return task.depths.length * task.trials * (task.promptTokens + passkeyTokens * aloneWeight)
    case 'tool-calls':
    case 'schemas':
      return task.prompts * (suiteTokens.prompt + suiteTokens.answer * aloneWeight)
    case 'server':
      return workOf(task.ask, textCharacters)
    case 'cacheless':
      return task.tokens * (tokensIn(task.prompt) + task.tokens / 2 + aloneWeight)
  }
}
