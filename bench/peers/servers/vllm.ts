import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../main/testing/free-port'
import { workFolder } from '../../paths'
import { type VllmEnvironment, vllmVersion } from '../build/vllm-environment'
import type { RecordedServer } from '../lane'
import { type ChildServer, startServer } from './child-server'

export const vllmBlockTokens = 32
export const vllmSequences = 2
export const vllmContextTokens = 2048

const flags = [
  '--served-model-name',
  'pocket',
  '--max-model-len',
  `${vllmContextTokens}`,
  '--max-num-seqs',
  `${vllmSequences}`,
  '--block-size',
  `${vllmBlockTokens}`,
  '--tensor-parallel-size',
  '2',
  '--dtype',
  'float32',
  '--enforce-eager',
  '--enable-prefix-caching',
  '--enable-prompt-tokens-details',
  '--enable-auto-tool-choice',
  '--tool-call-parser',
  'hermes',
  '--reasoning-parser',
  'qwen3',
]

const settings = {
  VLLM_CPU_KVCACHE_SPACE: '1',
  // One thread for each of the two parts; without this, vLLM wants one NUMA node for each.
  VLLM_CPU_OMP_THREADS_BIND: '0|1',
  VLLM_NO_USAGE_STATS: '1',
  DO_NOT_TRACK: '1',
  HF_HUB_OFFLINE: '1',
}

export async function startVllm({ python, modelFolder }: VllmEnvironment): Promise<{ process: ChildServer; about: RecordedServer }> {
  const home = join(workFolder, 'vllm-home')
  mkdirSync(home, { recursive: true })
  const port = await freePort()
  const place = ['--host', '127.0.0.1', '--port', `${port}`]
  const process = await startServer({
    command: python,
    args: ['-m', 'vllm.entrypoints.openai.api_server', '--model', modelFolder, ...place, ...flags],
    environment: { ...settings, HOME: home },
    url: `http://127.0.0.1:${port}`,
    readyPath: '/health',
    startSeconds: 900,
  })
  const about: RecordedServer = {
    name: 'vLLM',
    version: vllmVersion,
    commit: null,
    model: 'pocket-f16.gguf, written as safetensors',
    flags,
    environment: settings,
  }
  return { process, about }
}
