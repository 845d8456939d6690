/** Sends the recorded requests of an agent, which are fixtures of the tests, to Headroom and to llama-server, and compares what they process. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RequestRecord } from '../../core/contract/requests/requests'
import { copy } from '../../core/copy/copy'
import { sumRequests } from '../../core/requests/sum-requests'
import { readTrace, type TracedCall } from '../../main/serve/testing/traces/client-trace'
import { tracesFolder } from '../../main/serve/testing/traces/replay-trace'
import { root } from '../paths'
import { llamaServerFiles } from '../peers/build/llama-server-files'
import type { ChildServer } from '../peers/servers/child-server'
import { startLlamaServer } from '../peers/servers/llama-server'
import { say } from '../say'
import { outputTokens } from './agents'
import { contextTokens, ledgerOf, sequences, startHeadroom, threads } from './headroom-server'

interface Prefill {
  readonly refused: number
  readonly cachedTokens: number
  readonly processedTokens: number
  readonly seconds: number
}

interface Trace {
  readonly title: string
  readonly requests: readonly TracedCall[]
  /** Whether both servers give the model the same tools. */
  readonly isComparable: boolean
}

/** Prints a Markdown table. Returns how many comparable traces Headroom reused less of, or processed more slowly. */
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
  for (const { title, requests, isComparable } of names.flatMap(tracesOf)) {
    const ours: Prefill[] = []
    const theirs: Prefill[] = []
    let again = ''
    for (let round = 0; round < rounds; round++) {
      const home = mkdtempSync(join(tmpdir(), 'headroom-clients-'))
      const read = async (url: string) => {
        again = processedAgain(await ledgerOf(url))
      }
      ours.push(await replay(await startHeadroom(home, []), requests, read))
      rmSync(home, { recursive: true, force: true })
      theirs.push(await replay((await startLlamaServer({ files, flags: theirFlags, startSeconds: 120 })).process, requests))
    }
    const [our, their] = [fastest(ours), fastest(theirs)]
    // A difference of 2% is within the noise of a quiet machine.
    const isSlower = shareOf(our) < shareOf(their) || our.seconds > 1.02 * their.seconds
    if (our.refused > 0 || (isComparable && isSlower)) worse++
    rows.push(`| ${[title, requests.length, ...cells(our), again, ...cells(their)].join(' | ')} |`)
    say(rows.at(-1) ?? '')
  }
  const head = ['agent', 'requests', 'reused', 'prefill', 'per token', 'processed again', 'llama-server: reused', 'prefill', 'per token']
  say(['', `| ${head.join(' | ')} |`, `|---|${'---:|'.repeat(4)}---|${'---:|'.repeat(3)}`, ...rows].join('\n'))
  return worse
}

/** llama-server leaves out groups of tools (`namespace`), so a trace that has them is also sent without them. */
function tracesOf(name: string): Trace[] {
  const { calls } = readTrace(readFileSync(join(tracesFolder(root), `${name}.json`), 'utf8'))
  const requests = calls.filter(({ answer }) => answer !== null).map(withShortAnswer)
  if (!requests.some(hasGroup)) return [{ title: name, requests, isComparable: true }]
  return [
    { title: name, requests, isComparable: false },
    { title: `${name} without tool groups`, requests: requests.map(withoutGroups), isComparable: true },
  ]
}

/** Pocket does not end every answer by itself. */
const withShortAnswer = (call: TracedCall): TracedCall =>
  call.body?.max_tokens === undefined ? call : { ...call, body: { ...call.body, max_tokens: outputTokens } }

const toolsOf = ({ body }: TracedCall): readonly { readonly type?: unknown }[] => (Array.isArray(body?.tools) ? body.tools : [])
const isGroup = ({ type }: { readonly type?: unknown }): boolean => type === 'namespace'
const hasGroup = (request: TracedCall): boolean => toolsOf(request).some(isGroup)
const withoutGroups = (request: TracedCall): TracedCall =>
  hasGroup(request) ? { ...request, body: { ...request.body, tools: toolsOf(request).filter((tool) => !isGroup(tool)) } } : request

/** Per cause, as the ledger names it. All requests of a replay are from one client. */
const processedAgain = (records: readonly RequestRecord[]): string =>
  sumRequests(records)
    .map(({ cause, lostTokens }) => `${copy.requests.causes.of[cause].name}: ${counted(lostTokens)}`)
    .join(', ') || 'none'

const shareOf = ({ cachedTokens, processedTokens }: Prefill): number => cachedTokens / Math.max(1, cachedTokens + processedTokens)
const fastest = (rounds: readonly Prefill[]): Prefill => rounds.reduce((best, one) => (one.seconds < best.seconds ? one : best))
const counted = (tokens: number): string => tokens.toLocaleString('en-US')

const cells = (prefill: Prefill): readonly string[] => {
  const { cachedTokens, processedTokens, seconds } = prefill
  const share = `${(100 * shareOf(prefill)).toFixed(1)}%`
  const reused = `${counted(cachedTokens)} of ${counted(cachedTokens + processedTokens)} (${share})`
  return [reused, `${seconds.toFixed(2)} s`, `${((1000 * seconds) / Math.max(1, processedTokens)).toFixed(2)} ms`]
}

async function replay(
  server: ChildServer,
  requests: readonly TracedCall[],
  before: (url: string) => Promise<void> = async () => {},
): Promise<Prefill> {
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
    await before(server.url)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    const value = (name: string) => Number(new RegExp(`^llamacpp:${name} (\\S+)$`, 'm').exec(metrics)?.[1])
    return {
      refused,
      cachedTokens: value('prompt_tokens_cached_total'),
      processedTokens: value('prompt_tokens_total'),
      seconds: value('prompt_seconds_total'),
    }
  } finally {
    await server.stop()
  }
}
