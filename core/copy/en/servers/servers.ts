import type { ServerKind } from '../../../remote/server-facts'
import { serverFigures } from './figures'

const kinds: Readonly<Record<ServerKind, string>> = {
  'llama-server': 'llama-server',
  vllm: 'vLLM',
  sglang: 'SGLang',
  ollama: 'Ollama',
  'lm-studio': 'LM Studio',
  openai: 'OpenAI-compatible server',
}

export const servers = {
  kinds,
  figures: serverFigures,
}
