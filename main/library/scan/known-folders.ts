import os from 'node:os'
import { join } from 'node:path'
import type { ModelOrigin } from '../../../core/contract/models/model-origins'

export interface KnownFolder {
  readonly origin: Extract<ModelOrigin, 'lm-studio' | 'ollama' | 'jan' | 'hugging-face'>
  readonly path: string
}

export interface Machine {
  readonly home: string
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
}

const thisMachine = (): Machine => ({
  home: process.env.HEADROOM_HOME || os.homedir(),
  platform: process.platform,
  environment: process.env.HEADROOM_HOME ? {} : process.env,
})

/**
 * Includes folders that do not exist. Sources: https://lmstudio.ai/docs/app/basics/import-model,
 * https://github.com/ollama/ollama/blob/main/docs/faq.md, https://jan.ai/docs/data-folder,
 * https://huggingface.co/docs/huggingface_hub/guides/manage-cache
 */
export function knownFolders({ home, platform, environment }: Machine = thisMachine()): KnownFolder[] {
  const data = programDataFolder({ home, platform, environment })
  const cache = environment.XDG_CACHE_HOME || join(home, '.cache')
  const hub = environment.HF_HUB_CACHE || join(environment.HF_HOME || join(cache, 'huggingface'), 'hub')
  const ollama = [environment.OLLAMA_MODELS || join(home, '.ollama/models')]
  if (platform === 'linux') ollama.push('/usr/share/ollama/.ollama/models')
  return [
    { origin: 'lm-studio', path: join(home, '.lmstudio/models') },
    { origin: 'lm-studio', path: join(home, '.cache/lm-studio/models') },
    ...ollama.map((path) => ({ origin: 'ollama', path }) as const),
    { origin: 'jan', path: join(data, 'Jan/data/llamacpp/models') },
    { origin: 'jan', path: join(data, 'Jan/data/models') },
    { origin: 'jan', path: join(home, 'jan/models') },
    { origin: 'hugging-face', path: hub },
  ]
}

function programDataFolder({ home, platform, environment }: Machine): string {
  if (platform === 'win32') return environment.APPDATA || join(home, 'AppData/Roaming')
  if (platform === 'darwin') return join(home, 'Library/Application Support')
  return environment.XDG_DATA_HOME || join(home, '.local/share')
}
