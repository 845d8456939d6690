import type { ServerKind } from '../server-facts'
import type { ForcedDialect } from './forced-dialect'
import { llamaCompletion } from './llama-completion'
import { sglangGenerate } from './sglang-generate'
import { vllmCompletion } from './vllm-completion'

const dialects: Readonly<Partial<Record<ServerKind, ForcedDialect>>> = {
  'llama-server': llamaCompletion,
  vllm: vllmCompletion,
  sglang: sglangGenerate,
}

/** undefined: the server takes no tokens, or gives no probabilities after them. Ollama and LM Studio take only text. */
export const forcedDialectOf = (kind: ServerKind): ForcedDialect | undefined => dialects[kind]
