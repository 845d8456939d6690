import { freePort } from '../../../main/testing/free-port'
import { llamaCppRelease } from '../../machine'
import { resources } from '../../paths'
import type { LlamaServerFiles } from '../build/llama-server-files'
import type { RecordedServer } from '../lane'
import { type ChildServer, startServer } from './child-server'

export const pocket = resources.embeddedModelPath
export const slots = 2
export const contextTokens = 2048

interface Options {
  readonly files: LlamaServerFiles
  /** Without the model's path, the address and the key. */
  readonly flags: readonly string[]
  readonly model?: string | null
  readonly key?: string
  readonly startSeconds?: number
}

export interface StartedLlamaServer {
  readonly process: ChildServer
  readonly about: RecordedServer
}

export const usualFlags = [
  '-c',
  `${contextTokens}`,
  '-np',
  `${slots}`,
  '-t',
  '2',
  '--metrics',
  '--slots',
  '--offline',
  '--alias',
  'pocket',
] as const

export async function startLlamaServer({ files, flags, model = pocket, key, startSeconds = 60 }: Options): Promise<StartedLlamaServer> {
  const port = await freePort()
  const place = ['--host', '127.0.0.1', '--port', `${port}`]
  const secret = key === undefined ? [] : ['--api-key', key]
  const weights = model === null ? [] : ['-m', model]
  const process = await startServer({
    command: files.server,
    args: [...weights, ...place, ...secret, ...flags],
    cwd: files.cwd,
    url: `http://127.0.0.1:${port}`,
    readyPath: '/health',
    startSeconds,
  })
  const about: RecordedServer = {
    name: 'llama-server',
    version: llamaCppRelease(),
    commit: files.commit,
    model: model === null ? 'pocket-f16.gguf, pocket-q8_0.gguf' : 'pocket-f16.gguf',
    flags: [...flags, ...(key === undefined ? [] : ['--api-key', 'KEY'])],
  }
  return { process, about }
}
