import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { loadRun, record, usage } from '../testing/records'
import { requestCsv } from './request-rows'
import { serveResult } from './serve-result'

const requests = [
  record([100, 120, 150], { usage: usage(12, 3, 4) }),
  record([], { index: 1, sentMs: 10, dueMs: 7, usage: null, finish: null, end: { kind: 'failed', code: 'server-busy' } }),
  record([300], { index: 2, sentMs: 200, usage: null, end: { kind: 'interrupted' } }),
]
const run = loadRun(requests, 2000, { limits: { ttftMs: 200, itlMs: 30 } })

it('a result has the field names, units and types of vllm bench serve', () => {
  const result = serveResult(run, '0.1.0')
  expect(result).toMatchObject({
    date: '20261126-110930',
    backend: 'openai-chat',
    model_id: 'tiny',
    num_prompts: 3,
    request_rate: 'inf',
    max_concurrency: 2,
    duration: 2,
    completed: 1,
    failed: 1,
    total_input_tokens: 12,
    total_output_tokens: 3,
    request_throughput: 0.5,
    request_goodput: 0.5,
    output_throughput: 1.5,
    total_token_throughput: 7.5,
    input_lens: [12, 10],
    output_lens: [3, 0],
    ttfts: [0.1, 0],
    itls: [[expect.closeTo(0.02, 12), expect.closeTo(0.03, 12)], []],
    latencies: [0.15, 0],
    start_times: [0, 0.01],
    queue_times: [0, 0.003],
    errors: ['', 'server-busy'],
    mean_ttft_ms: 100,
    median_itl_ms: 25,
    std_itl_ms: 5,
    mean_tpot_ms: 25,
    p99_e2el_ms: 150,
  })
  expect(result.headroom).toMatchObject({
    server: 'http://localhost:8080',
    prompt_tokens_by: 'tokenizer',
    interrupted: 1,
    cached_tokens: 4,
    errors_by_code: { 'server-busy': 1 },
    itl_p90_limit_ms: 30,
    loop_delay_p99_ms: 0.2,
  })
})
it('a result with a request rate has that rate and no concurrency', () => {
  expect(serveResult({ ...run, arrivals: { kind: 'poisson', perSecond: 2.5 } }, '')).toMatchObject({
    request_rate: 2.5,
    max_concurrency: null,
  })
})
it('a result has null where nothing was measured', () => {
  expect(serveResult(loadRun([requests[1] ?? record([])], 1000), '')).toMatchObject({
    mean_ttft_ms: null,
    p99_itl_ms: null,
    request_goodput: null,
  })
})
it('a CSV has one row per request, in the order in which they were sent', () => {
  const rows = parse(requestCsv([run]), { columns: true }) as Record<string, string>[]
  expect(rows.map(({ request, state, failure }) => [request, state, failure])).toEqual([
    ['1', 'done', ''],
    ['2', 'failed', 'server-busy'],
    ['3', 'interrupted', ''],
  ])
  expect(rows[0]).toMatchObject({
    concurrency: '2',
    rate: '',
    planned_prompt_tokens: '10',
    prompt_tokens: '12',
    cached_tokens: '4',
    ttft_ms: '100',
    tpot_ms: '25',
    itl_p50_ms: '25',
    e2e_ms: '150',
    finish: 'length',
  })
  expect(rows[1]).toMatchObject({ due_ms: '7', sent_ms: '10', ttft_ms: '', output_tokens: '' })
})
