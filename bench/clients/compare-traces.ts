/** Sends the recorded requests of an agent to Headroom and to llama-server, one at a time, and compares what they had to process. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { llamaServerFiles } from '../peers/build/llama-server-files'
import type { ChildServer } from '../peers/servers/child-server'
import { startLlamaServer } from '../peers/servers/llama-server'
import { say } from '../say'
import { clientsFolder, outputTokens } from './agents'
import { contextTokens, sequences, startHeadroom, threads } from './headroom-server'
import type { RecordedRequest } from './recorder'

interface Prefill {
  readonly requests: number
  readonly refused: number
  readonly cachedTokens: number
  readonly processedTokens: number
  readonly seconds: number
}

/** Prints a Markdown table. Returns how many traces Headroom reused less of, or processed more slowly. */
export async function compareTraces(names: readonly string[], rounds: number): Promise<number> {
  const files = llamaServerFiles()
  if ('missing' in files) {
    say(`llama-server is missing: ${files.missing}`)
    return 1
  }
  const theirFlags = [
    '-c',
    `${contextTokens * sequences}`,
    '-np',
    `${sequences}`,
    '-t',
    `${threads}`,
    '-n',
    `${outputTokens}`,
    '--temp',
    '0',
    '--metrics',
    '--offline',
    // Otherwise, a slot gets no more tokens than Pocket was trained on.
    ...['--override-kv', `llama.context_length=int:${contextTokens}`],
  ]
  const rows: string[] = []
  let worse = 0
  for (const name of names) {
    const requests = (JSON.parse(readFileSync(join(clientsFolder, `${name}.json`), 'utf8')) as readonly RecordedRequest[])
      .filter(({ method, path }) => method === 'POST' && !path.includes('count_tokens'))
      .sort((one, other) => one.number - other.number)
    const ours: Prefill[] = []
    const theirs: Prefill[] = []
    for (let round = 0; round < rounds; round++) {
      const home = mkdtempSync(join(tmpdir(), 'headroom-clients-'))
      ours.push(await replay(await startHeadroom(home, ['--any-model']), requests))
      rmSync(home, { recursive: true, force: true })
      theirs.push(await replay((await startLlamaServer({ files, flags: theirFlags, startSeconds: 120 })).process, requests))
    }
    const [our, their] = [fastest(ours), fastest(theirs)]
    // A difference of 2% is within the noise of a quiet machine.
    if (shareOf(our) < shareOf(their) || our.seconds > 1.02 * their.seconds || our.refused > 0) worse++
    rows.push(`| ${[name, our.requests, ...cells(our), ...cells(their)].join(' | ')} |`)
    say(rows.at(-1) ?? '')
  }
  const head = ['agent', 'requests', 'reused', 'prefill', 'refused', 'llama-server: reused', 'prefill', 'refused']
  say(['', `| ${head.join(' | ')} |`, `|---|${'---:|'.repeat(head.length - 1)}`, ...rows].join('\n'))
  return worse
}

const shareOf = ({ cachedTokens, processedTokens }: Prefill): number => cachedTokens / Math.max(1, cachedTokens + processedTokens)
const fastest = (rounds: readonly Prefill[]): Prefill => rounds.reduce((best, one) => (one.seconds < best.seconds ? one : best))

const cells = (prefill: Prefill): readonly string[] => {
  const { cachedTokens, processedTokens, seconds, refused } = prefill
  const count = (tokens: number) => tokens.toLocaleString('en-US')
  const share = `${(100 * shareOf(prefill)).toFixed(1)}%`
  return [`${count(cachedTokens)} of ${count(cachedTokens + processedTokens)} (${share})`, `${seconds.toFixed(2)} s`, `${refused}`]
}

async function replay(server: ChildServer, requests: readonly RecordedRequest[]): Promise<Prefill> {
  try {
    let refused = 0
    for (const { path, body } of requests) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      const text = await response.text()
      if (response.ok) continue
      refused++
      say(`  ${server.url}${path}: ${response.status} ${text.slice(0, 300)}`)
    }
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    const value = (name: string) => Number(new RegExp(`^llamacpp:${name} (\\S+)$`, 'm').exec(metrics)?.[1])
    return {
      requests: requests.length,
      refused,
      cachedTokens: value('prompt_tokens_cached_total'),
      processedTokens: value('prompt_tokens_total'),
      seconds: value('prompt_seconds_total'),
    }
  } finally {
    await server.stop()
  }
}
