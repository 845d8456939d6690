import type { ServerKind } from '../../../remote/server-facts'
import { connect } from './connect'
import { serverFigures } from './figures'
import { status } from './status'

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
  oneRequestEach: 'One request to the server for each answer.',
  kindAt: (kind: string, host: string): string => `${kind} at ${host}`,
  settings: { note: 'The settings that Headroom sends with each prompt. The context and the cache are set where the server is started.' },
  connect,
  status,
  figures: serverFigures,
}
