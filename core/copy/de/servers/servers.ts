import type { Copy } from '../../en/texts'
import { serverFigures } from './figures'

export const servers: Copy['servers'] = {
  kinds: {
    'llama-server': 'llama-server',
    vllm: 'vLLM',
    sglang: 'SGLang',
    ollama: 'Ollama',
    'lm-studio': 'LM Studio',
    openai: 'OpenAI-kompatibler Server',
  },
  figures: serverFigures,
}
