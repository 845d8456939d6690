import type { RequestBody, RequestRecord, Simulation, SimulationChange } from '../../core/contract/requests/requests'
import { requestRecord } from '../../core/requests/testing/records'
import { endlessWord } from './facts'

const start = Date.UTC(2026, 0, 15, 9)
type Fields = NonNullable<Parameters<typeof requestRecord>[0]>
type Lost = NonNullable<Fields['lost']>

const header = 'x-anthropic-billing-header: cc_version=2.1.177.01c; cc_entrypoint=cli; cch='
const you = 'You are Claude Code, Anthropic’s official CLI for Claude.\n'
const headerLost: Lost = {
  cause: 'changing-header',
  lostTokens: 18_100,
  lostMs: 22_900,
  comparedId: 'r1',
  commonTokens: 40,
  divergence: {
    position: 40,
    part: 'system',
    message: null,
    before: header,
    held: `36ee5;\n${you}`,
    prompt: `0aaa9;\n${you}`,
    clock: null,
  },
}

const kinds: readonly Fields[] = [
  { lost: headerLost },
  {
    client: 'opencode',
    userAgent: 'opencode/1.2.0',
    dialect: 'openai',
    endpoint: '/v1/chat/completions',
    promptTokens: 31_204,
    reusedTokens: 31_020,
    processedTokens: 184,
    sequence: 1,
    lost: { cause: 'continued', comparedId: 'r2' },
  },
  {
    client: 'opencode',
    userAgent: 'opencode/1.2.0',
    dialect: 'openai',
    endpoint: '/v1/chat/completions',
    promptTokens: 30_800,
    reusedTokens: 2100,
    processedTokens: 28_700,
    sequence: 1,
    lost: { cause: 'tools-reordered', lostTokens: 28_400, lostMs: 36_000, comparedId: 'r2', commonTokens: 2100 },
  },
  {
    client: 'Open WebUI',
    userAgent: 'Python/3.11 aiohttp/3.11',
    dialect: 'openai',
    endpoint: '/v1/chat/completions',
    promptTokens: 4200,
    reusedTokens: 0,
    processedTokens: 4200,
    sequence: 0,
    tier: null,
    lost: { cause: 'side-request', side: 'title', lostTokens: 3900, lostMs: 4900 },
  },
  {
    client: 'Open WebUI',
    userAgent: 'Python/3.11 aiohttp/3.11',
    dialect: 'openai',
    endpoint: '/v1/chat/completions',
    promptTokens: 4400,
    reusedTokens: 12,
    processedTokens: 4388,
    lost: {
      cause: 'evicted',
      lostTokens: 4180,
      lostMs: 5300,
      comparedId: 'r4',
      evictedBy: { id: 'r4', client: 'Open WebUI', side: 'title' },
    },
  },
]

export const manyRequests = (count: number): RequestRecord[] =>
  Array.from({ length: count }, (_, at) => {
    const receivedAtMs = start + at * 5000
    return requestRecord({
      id: `r${at + 1}`,
      number: at + 1,
      receivedAtMs,
      endedAtMs: receivedAtMs + 4000,
      ...kinds[at % kinds.length],
    })
  })

const tooLong = {
  promptTokens: 9120,
  reusedTokens: 0,
  processedTokens: 0,
  outputTokens: 0,
  failure: 'prompt-too-long',
  problem: { code: 'prompt-too-long', facts: { promptTokens: 9120, contextTokens: 8192 } },
} as const
const keyless = {
  model: '',
  promptTokens: 0,
  reusedTokens: 0,
  processedTokens: 0,
  outputTokens: 0,
  failure: 'api-key-refused',
  problem: { code: 'api-key-refused', facts: { hadKey: false } },
} as const

export const runningRequests: RequestRecord[] = (['waiting', 'prefill', 'decode', 'failed', 'gone', 'refused'] as const).map((state, at) =>
  requestRecord({
    id: `running ${state}`,
    number: at + 1,
    receivedAtMs: start + at * 1000,
    endedAtMs: state === 'failed' || state === 'gone' || state === 'refused' ? start + 9000 : null,
    state,
    times: null,
    gapsMs: null,
    prefillTokensPerSecond: null,
    decodeTokensPerSecond: null,
    sequence: state === 'waiting' || state === 'failed' || state === 'refused' ? null : at,
    tier: null,
    ...(state === 'failed' ? tooLong : state === 'refused' ? keyless : {}),
    hasBody: false,
  }),
)

export const longestRequest = requestRecord({
  id: 'long',
  client: endlessWord,
  userAgent: endlessWord,
  model: endlessWord,
  endpoint: `/v1/${endlessWord}`,
  lost: {
    ...headerLost,
    divergence: { position: 3, part: 'user', message: 2, before: endlessWord, held: endlessWord, prompt: '', clock: null },
  },
})

const system = `${header}36ee5;\n${you}`
const part = (holds: RequestBody['prompt'][number]['holds'], text: string) => ({ holds, text, tokens: Math.ceil(text.length / 4) })
export const requestBody: RequestBody = {
  compared: [
    part('system', system),
    part('tools', '{"name":"Bash"}\n{"name":"Read"}'),
    part('user', 'Rename parse_config.'),
    part('assistant', 'Done.'),
  ],
  prompt: [
    part('system', system.replace('36ee5', '0aaa9')),
    part('tools', '{"name":"Bash"}\n{"name":"Read"}'),
    part('user', 'Rename parse_config.'),
    part('assistant', 'Done.'),
    part('user', `Now write_config. ${endlessWord}`),
  ],
  answer: [part('assistant', 'Done, too.')],
  gapsMs: Array.from({ length: 210 }, (_, at) => 20 + (at % 7) + (at % 50 === 0 ? 25 : 0)),
}

const reused: readonly (readonly [SimulationChange, number])[] = [
  ['as-is', 0.21],
  ['more-sequences', 0.38],
  ['many-sequences', 0.4],
  ['memory-store', 0.4],
  ['header-kept', 0.72],
  ['clock-kept', 0.21],
  ['tools-sorted', 0.33],
  ['reasoning-kept', 0.21],
  ['everything', 0.94],
]
const promptTokens = 3_204_000
export const simulation: Simulation = {
  requests: 200,
  promptTokens,
  measuredReusedTokens: 0.2 * promptTokens,
  rows: reused.map(([change, share]) => ({
    change,
    sequences: 1,
    storeTokens: 0,
    reusedTokens: share * promptTokens,
    processedTokens: (1 - share) * promptTokens,
    savedMs: (share - 0.21) * promptTokens * 1.2,
  })),
}
