/**
 * Many requests to `headroom serve --api`, some of which are aborted. Each prompt has its own code, so that an answer with the code of
 * another prompt shows that cells were mixed up.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../../core/stats/percentile'
import { formatBytes, formatCount } from '../../core/text/amounts'
import { freePort } from '../../main/testing/free-port'
import { memoryOf, processesBelow } from '../engine/process-memory'
import { cliEntry, resources } from '../paths'
import { type ChildServer, startServer } from '../peers/servers/child-server'
import { say } from '../say'
import { CodedClient, type Sent } from './coded-client'

const sequences = 4
const clients = 6
const lookEvery = 100
/** The ledger is full after 2,000 requests, so only what is added later is a leak. */
const earlyShare = 0.3
const endSeconds = 60
/** A leak of 2.4 KiB per request exceeds it after 10,000 requests. */
const budgetBytes = 16 * 2 ** 20

const watched = ['host', 'engine'] as const
type Held = Readonly<Record<(typeof watched)[number], number>>

/** Returns whether memory stayed within its budget, no slot was lost, and no answer had a foreign code. */
export async function soakServer(requests: number): Promise<boolean> {
  const data = mkdtempSync(join(tmpdir(), 'headroom-soak-'))
  const server = await start(data)
  try {
    const engine = enginePid(server)
    const looks: { readonly at: number; readonly held: Held }[] = []
    const started = performance.now()
    const sent = await send(server.url, requests, (at) => {
      looks.push({ at, held: heldBy(server) })
      if (at % (10 * lookEvery) === 0) say(`${formatCount(at)} requests, ${inWords(heldBy(server))}`)
    })
    const seconds = (performance.now() - started) / 1000
    const left = await requestsLeft(server.url)
    const free = await freeSequences(server.url)
    const between = (from: number, to: number) =>
      looks.filter(({ at }) => at >= from * requests && at <= to * requests).map(({ held }) => held)
    const [early, late] = [between(earlyShare, earlyShare + 0.1), between(0.9, 1)].map((held) => ({
      host: median(held.map(({ host }) => host)),
      engine: median(held.map((each) => each.engine)),
    })) as [Held, Held]
    const count = (is: (one: Sent) => boolean) => sent.filter(is).length
    const [failed, foreign] = [count(({ failure }) => failure !== null), count(({ codes }) => codes.foreign)]
    const isComplete = ({ isAborted, failure }: Sent) => !isAborted && failure === null
    say(`${formatCount(requests)} requests in ${Math.round(seconds)} s, ${count(({ isAborted }) => isAborted)} aborted, ${failed} failed`)
    for (const { failure } of sent.filter(({ failure }) => failure !== null).slice(0, 3)) say(`  ${failure}`)
    say(
      `${count((one) => one.codes.own && isComplete(one))} of ${count(isComplete)} complete answers have the code of their prompt, ${foreign} answers have another prompt's`,
    )
    say(`sequences that answer at the same time: ${free} of ${sequences}; requests that have not ended: ${left}`)
    for (const name of watched) say(`${name}, private memory: ${formatBytes(early[name])}, then ${formatBytes(late[name])}`)
    const isSameEngine = engine === enginePid(server)
    if (!isSameEngine) say('The engine died and was started again')
    const isFlat = watched.every((name) => late[name] - early[name] <= budgetBytes)
    return isFlat && isSameEngine && failed === 0 && foreign === 0 && left === 0 && free === sequences
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function start(folder: string): Promise<ChildServer> {
  const port = await freePort()
  const flags = ['--data', folder, '--port', `${port}`, '--no-api-key', '--ctx', '1024', '--sequences', `${sequences}`, '--threads', '1']
  return startServer({
    command: process.execPath,
    args: [cliEntry, 'serve', '--api', '--model', resources.embeddedModelPath, ...flags],
    url: `http://127.0.0.1:${port}`,
    readyPath: '/health',
    startSeconds: 120,
  })
}

async function send(url: string, requests: number, look: (at: number) => void): Promise<Sent[]> {
  const sent: Sent[] = []
  let next = 0
  const codes = new Set<string>()
  const work = async (seed: number) => {
    const client = new CodedClient(url, seed, codes)
    while (next < requests) {
      next++
      sent.push(await client.send())
      if (sent.length % lookEvery === 0) look(sent.length)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, at) => work(at + 1)))
  return sent
}

/** Waits for the server to notice the last aborts. */
async function requestsLeft(url: string): Promise<number> {
  const deadline = Date.now() + endSeconds * 1000
  for (;;) {
    const slots = (await (await fetch(`${url}/slots`)).json()) as { readonly is_processing: boolean }[]
    const ledger = (await (await fetch(`${url}/headroom/requests`)).text()).split('\n').filter((line) => line.startsWith('{'))
    const open = ledger.filter((line) => (JSON.parse(line) as { readonly endedAtMs: number | null }).endedAtMs === null).length
    const left = Math.max(open, slots.filter((slot) => slot.is_processing).length)
    if (left === 0 || Date.now() > deadline) return left
    await sleep(100)
  }
}

/** Starts an answer on each sequence and counts those that have begun before the first one ends. */
async function freeSequences(url: string): Promise<number> {
  const all = new AbortController()
  let begun = 0
  let isOneOver = false
  const answer = async (at: number) => {
    const body = JSON.stringify({ prompt: `Sequence ${at}:`, n_predict: 900, ignore_eos: true, stream: true })
    const response = await fetch(`${url}/completion`, {
      method: 'POST',
      body,
      signal: all.signal,
      headers: { 'content-type': 'application/json' },
    })
    let isFirst = true
    for await (const _ of response.body ?? []) {
      if (isFirst && !isOneOver) begun++
      isFirst = false
      if (begun === sequences) return
    }
    isOneOver = true
  }
  await Promise.all(Array.from({ length: sequences }, (_, at) => answer(at)))
  all.abort()
  return begun
}

const enginePid = ({ child }: ChildServer): number => {
  const engine = processesBelow(child.pid as number).find(({ command }) => command.includes(resources.engineEntry))
  if (!engine) throw new Error('Expected an engine')
  return engine.pid
}

const heldBy = (server: ChildServer): Held => ({
  host: memoryOf(server.child.pid as number)?.anonymousBytes ?? 0,
  engine: memoryOf(enginePid(server))?.anonymousBytes ?? 0,
})

const inWords = ({ host, engine }: Held): string => `host ${formatBytes(host)}, engine ${formatBytes(engine)}`
