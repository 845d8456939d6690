import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { RequestRecord } from '../../core/contract/requests/requests'
import { freePort } from '../../main/testing/free-port'
import { cliEntry } from '../paths'
import { type ChildServer, startServer } from '../peers/servers/child-server'
import { outputTokens, writeFiles } from './agents'

export const contextTokens = 65_536
export const sequences = 2
export const threads = 2
const explainMs = 30_000

/** `headroom serve --api` with Pocket, which has the same answers each time. `home` is an empty folder. */
export async function startHeadroom(home: string, flags: readonly string[] = []): Promise<ChildServer> {
  const sampling = { maxTokens: outputTokens, temperature: 0 }
  writeFiles(home, { 'preset.json': JSON.stringify({ format: 'headroom-preset', version: 1, name: 'lane', kv: {}, sampling }) })
  const port = await freePort()
  return startServer({
    command: process.execPath,
    args: [
      ...[cliEntry, 'serve', '--api', '--port', `${port}`, '--no-api-key', '--data', join(home, 'headroom')],
      ...['--preset', join(home, 'preset.json'), '--ctx', `${contextTokens}`, '--sequences', `${sequences}`, '--threads', `${threads}`],
      ...flags,
    ],
    url: `http://127.0.0.1:${port}`,
    readyPath: '/health',
    startSeconds: 120,
  })
}

/** The requests that a server has answered, once the ledger has explained them. */
export async function ledgerOf(url: string): Promise<readonly RequestRecord[]> {
  for (const deadline = Date.now() + explainMs; ; await wait(200)) {
    const lines = (await (await fetch(`${url}/headroom/requests`)).text()).split('\n').filter((line) => line.startsWith('{'))
    const records = lines.map((line) => JSON.parse(line) as RequestRecord)
    if (records.every(({ explanation, state }) => explanation || state === 'failed' || state === 'gone') || Date.now() > deadline)
      return records
  }
}
