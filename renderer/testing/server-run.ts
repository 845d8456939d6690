/** An invented run that compares f16 of this machine with a server. */
import { cellsOf } from '../../core/compare/plan-cells'
import type { CompareCell, ComparePlan, CompareRun } from '../../core/contract/compare/compare-runs'
import type { ServerAsk } from '../../core/contract/compare/compare-tasks'
import type { ServerSetting } from '../../core/contract/compare/compare-variants'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { reported } from '../../core/remote/figure'
import { measureRemoteTurn } from '../../core/remote/turn/measure-remote-turn'
import { measureTurn } from '../../core/stats/turn-timeline'
import { context } from './facts'
import { measuredRun } from './measured-run'

export const serverSetting = (change: Partial<ServerSetting> = {}): ServerSetting => ({
  name: 'llama-server q8_0',
  serverId: 'lab',
  serverName: 'Lab',
  model: '/models/qwen2.5-0.5b-instruct-q4_k_m.gguf',
  found: { kind: 'llama-server', version: 'b9000-abcdef0' },
  ...change,
})

const plan = (server: ServerSetting): ComparePlan => ({
  modelId: 'qwen',
  title: '',
  variants: [defaultKvSettings, server],
  speed: {
    tests: [
      { prompt: 256, generated: 0, depth: 0 },
      { prompt: 0, generated: 32, depth: 0 },
    ],
    repetitions: 3,
    warmUp: true,
  },
  latency: { prompt: 'What is the KV cache?', outputTokens: 32, turns: 3, limits: { ttftMs: 500, itlMs: 50 }, newWords: 256, seed: 1 },
  quality: null,
  passkey: { promptTokens: 1024, depths: [0.1, 0.5, 0.9], trials: 3 },
  toolCalls: { prompts: 16 },
  schemas: null,
  answers: { prompts: ['What is the KV cache?'], maxTokens: 32 },
  cacheless: null,
})

const places = { context, threads: 4 }
const text = 'The KV cache keeps the keys and values of earlier tokens, so that they are computed only once.'
const gaps = (ms: number) => Array.from({ length: 31 }, (_, at) => ms + (at % 5) / 4)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function suiteResult(
  ask: Exclude<ServerAsk, { kind: 'answer' | 'schemas' }>,
  on: typeof places | null,
  lost: number,
): CompareCell['result'] {
  const where = on ?? { context: null, threads: null }
  if (ask.kind === 'passkey')
    return {
      kind: 'passkey',
      ...where,
      promptTokens: 1030,
      byDepth: ask.depths.map((depth, at) => ({ depth, trials: ask.trials, found: ask.trials - (at < lost ? 1 : 0) })),
    }
  const answers = Array.from({ length: ask.prompts }, (_, at) => ({
    prompt: `prompt ${at}`,
    call: { name: 'get_time', arguments: at < lost ? '{}' : '{"city":"Oslo"}' },
    rightTool: true,
    rightArguments: at >= lost,
  }))
  return { kind: 'tool-calls', ...where, answers }
}

function localResult(cell: CompareCell): CompareCell['result'] {
  const { task, item } = cell
  if (task.kind === 'speed') {
    const tokens = task.test.prompt + task.test.generated
    const ns = (tokens * 1e9) / (task.test.prompt > 0 ? 810 : 81)
    return { kind: 'speed', ...places, samplesNs: [ns, ns * 1.002, ns * 0.998], itlMs: [] }
  }
  if (task.kind === 'passkey' || task.kind === 'tool-calls') return suiteResult(task, places, 0)
  if (task.kind !== 'answer') return null
  const itlMs = gaps(12)
  const firstToken = 340 + item * 4
  const counts = { promptTokens: 292, reusedTokens: 0, outputTokens: 32, usedCells: 323, totalCells: 512, seed: 0, threads: 4 }
  const metrics = measureTurn(
    { sent: 0, started: 0, tokenized: 1, prefilled: firstToken - 12, firstToken, finished: firstToken + sum(itlMs) },
    counts,
    itlMs,
    'token-limit',
  )
  const tokens = (text.match(/\s*\S+/g) ?? []).map((word, id) => ({ id, text: word }))
  return { kind: 'answer', ...places, text, tokens, metrics, itlMs }
}

function serverResult(server: ServerSetting, ask: ServerAsk, item: number): CompareCell['result'] {
  if (ask.kind === 'schemas') return null
  if (ask.kind !== 'answer') return suiteResult(ask, null, 1)
  const gapsMs = gaps(9)
  const firstAt = 210 + item * 9
  const turn = measureRemoteTurn(
    { sentAt: 0, firstAt, lastAt: firstAt + sum(gapsMs), finishedAt: firstAt + sum(gapsMs) + 2, gapsMs },
    {
      server: { url: 'http://gpu-box.lan:8080', kind: 'llama-server', model: server.model },
      finish: 'length',
      pieces: 32,
      seed: null,
      usage: {
        promptTokens: reported(292, 'usage.prompt_tokens'),
        cachedTokens: reported(4, 'usage.prompt_tokens_details.cached_tokens'),
        outputTokens: reported(32, 'usage.completion_tokens'),
        reasoningTokens: null,
        promptMs: null,
        outputMs: null,
        drafted: null,
        accepted: null,
      },
    },
  )
  return { kind: 'server-answer', context: null, threads: null, text: text.replace('earlier', 'all earlier'), turn, gapsMs }
}

/** `lostAt`: from this cell on, the server did not answer. */
export function serverRun(server = serverSetting(), lostAt = Number.POSITIVE_INFINITY): CompareRun {
  const wanted = plan(server)
  const results = cellsOf(wanted).map((cell): CompareCell => {
    const { task } = cell
    if (task.kind !== 'server') return { ...cell, state: 'done', result: localResult(cell) }
    if (cell.index < lostAt) return { ...cell, state: 'done', result: serverResult(server, task.ask, cell.item) }
    const failure = {
      code: 'server-unreachable',
      facts: { url: 'http://gpu-box.lan:8080/v1/chat/completions', reason: { kind: 'connection-refused' } },
    }
    return { ...cell, state: 'failed', failure: failure as CompareCell['failure'] }
  })
  const failed = results.filter(({ state }) => state === 'failed').length
  return {
    ...measuredRun(),
    plan: wanted,
    results,
    title: 'f16, llama-server q8_0',
    cells: results.length,
    done: results.length - failed,
    failed,
  }
}
