import type { Copy } from '../../en/texts'
import { connect } from './connect'
import { serverFigures } from './figures'
import { status } from './status'

export const servers: Copy['servers'] = {
  kinds: {
    'llama-server': 'llama-server',
    vllm: 'vLLM',
    sglang: 'SGLang',
    ollama: 'Ollama',
    'lm-studio': 'LM Studio',
    openai: 'OpenAI-kompatibler Server',
  },
  oneRequestEach: 'Eine Anfrage an den Server je Antwort.',
  kindAt: (kind, host) => `${kind} auf ${host}`,
  settings: {
    note: 'Die Einstellungen, die Headroom mit jedem Prompt sendet. Kontext und Cache werden dort eingestellt, wo der Server gestartet wird.',
  },
  connect,
  status,
  figures: serverFigures,
}
