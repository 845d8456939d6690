/** How long a context a task needs, where that is known before anything is tokenised. */
import type { BenchTask } from '../contract/compare/bench-tasks'

/** Tokens; null: it depends on the tokens of a text. */
export function tokensNeeded(task: BenchTask): number | null {
  switch (task.kind) {
    case 'speed':
      return task.test.depth + task.test.prompt + task.test.generated
    case 'quality':
      return task.chunkTokens
    case 'passkey':
      return task.promptTokens
    case 'answer':
    case 'cacheless':
      return null
  }
}
