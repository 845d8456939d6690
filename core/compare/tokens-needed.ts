import type { CompareTask } from '../contract/compare/compare-tasks'

export function tokensNeeded(task: CompareTask): number | null {
  switch (task.kind) {
    case 'speed':
      return task.test.depth + task.test.prompt + task.test.generated
    case 'quality':
      return task.chunkTokens
    case 'passkey':
      return task.promptTokens
    case 'answer':
    case 'tool-calls':
    case 'schemas':
    case 'server':
    case 'cacheless':
      return null
  }
}
