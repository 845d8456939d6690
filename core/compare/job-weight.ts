/** How much work a task is beside others, for a progress bar before anything was measured; afterwards time itself is the measure. */
import type { BenchTask } from '../contract/compare/bench-tasks'

/** A token evaluated alone reads all weights as a whole batch does: it counts as much as a dozen of a batch. */
const aloneWeight = 12
/** Roughly, in English; only to weigh texts that nobody has tokenised yet. */
const charactersPerToken = 4
/** Softmax over the vocabulary for two contexts, beside the two evaluations. */
const scoringWeight = 4
/** Tokens of a number that is asked for. */
const passkeyTokens = 8
/** Creating the context. */
const fixedWeight = 64

const tokensIn = (text: string): number => Math.ceil(text.length / charactersPerToken)

/** In tokens evaluated as part of a batch. `textCharacters`: of the text that a `quality` task is about. A `speed` task: one repetition. */
export function jobWeight(task: BenchTask, textCharacters: number): number {
  return fixedWeight + workOf(task, textCharacters)
}

function workOf(task: BenchTask, textCharacters: number): number {
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
    case 'cacheless':
      return task.tokens * (tokensIn(task.prompt) + task.tokens / 2 + aloneWeight)
  }
}
