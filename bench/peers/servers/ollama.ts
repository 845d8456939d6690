import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../main/testing/free-port'
import { root, workFolder } from '../../paths'
import { ollamaVersion } from '../build/ollama-file'
import type { RecordedServer } from '../lane'
import { type ChildServer, startServer } from './child-server'
import { pocket } from './llama-server'

export const ollamaSlots = 2
export const ollamaContextTokens = 1024

const settings = {
  OLLAMA_NUM_PARALLEL: `${ollamaSlots}`,
  OLLAMA_CONTEXT_LENGTH: `${ollamaContextTokens}`,
  OLLAMA_NO_CLOUD: '1',
  OLLAMA_NOHISTORY: '1',
}

export async function startOllama(path: string): Promise<{ process: ChildServer; about: RecordedServer }> {
  const home = join(workFolder, 'ollama-home')
  rmSync(home, { recursive: true, force: true })
  const url = `http://127.0.0.1:${await freePort()}`
  const environment = { ...settings, OLLAMA_HOST: new URL(url).host, OLLAMA_MODELS: join(home, 'models'), HOME: home }
  const process = await startServer({ command: path, args: ['serve'], environment, url, readyPath: '/api/version', startSeconds: 60 })
  try {
    await createPocket(url)
  } catch (error) {
    await process.stop()
    throw error
  }
  const about: RecordedServer = {
    name: 'Ollama',
    version: ollamaVersion,
    commit: null,
    model: 'pocket-f16.gguf',
    flags: ['serve'],
    environment: settings,
  }
  return { process, about }
}

async function createPocket(url: string): Promise<void> {
  const file = readFileSync(pocket)
  const digest = `sha256:${createHash('sha256').update(file).digest('hex')}`
  await post(`${url}/api/blobs/${digest}`, file)
  const template = readFileSync(join(root, 'bench/peers/build/pocket.ollama.template'), 'utf8').trimEnd()
  const parameters = { stop: ['<|im_end|>'], num_thread: 2 }
  await post(
    `${url}/api/create`,
    JSON.stringify({ model: 'pocket', files: { 'pocket-f16.gguf': digest }, template, parameters, stream: false }),
  )
}

async function post(url: string, body: Uint8Array<ArrayBuffer> | string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
}
