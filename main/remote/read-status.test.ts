import { describe, expect, it } from 'vitest'
import { boundOf, none } from '../../core/remote/figure'
import type { ServerAddress, ServerFacts } from '../../core/remote/server-facts'
import { Network } from '../library/network/network'
import { discover } from './discover'
import { readStatus, type ServerReading } from './read-status'
import { cutAfter, endless, json, LyingServer, page, type Reply, redirect, status } from './testing/lying-server'
import {
  llamaMetrics,
  llamaProps,
  llamaServer,
  lmStudio,
  ollama,
  sglang,
  sglangMetrics,
  text,
  vllm,
  vllmMetrics,
} from './testing/server-answers'

const network = new Network({ findProxy: async () => undefined })
const never = new AbortController().signal

async function connected(replies: Record<string, Reply>) {
  const server = await LyingServer.start(replies)
  const facts = await discover(network, server.address, never)
  const read = (before: ServerReading | null = null) => readStatus(network, server.address, facts, before, never)
  return { server, facts, read }
}

const llamaFacts: ServerFacts = {
  kind: 'llama-server',
  version: null,
  models: [],
  slots: 2,
  chatTemplate: null,
  abilities: { tools: null, reasoning: null, schema: null, images: null, logprobs: null, cachedTokens: null, metrics: true, slots: true },
}
const readLlama = (address: ServerAddress, before: ServerReading | null = null) => readStatus(network, address, llamaFacts, before, never)

describe('readStatus', () => {
  it('takes the room of the only slot of llama-server as it is, because no other slot shares its cells', async () => {
    const slot = { id: 0, n_ctx: 4096, is_processing: false, n_prompt_tokens: 1024 }
    const { read } = await connected({ ...llamaServer(), '/slots': json([slot]) })
    const { occupancy, totalTokens } = (await read()).status
    expect(totalTokens).toEqual({ kind: 'reported', value: 4096, field: 'n_ctx' })
    expect(occupancy).toEqual({ kind: 'derived', value: 0.25, formula: 'slot-tokens-over-context' })
    expect([occupancy, totalTokens].map(boundOf)).toEqual([null, null])
  })
  it('says that the slots of llama-server may share fewer cells', async () => {
    const { read } = await connected(llamaServer())
    const { occupancy, totalTokens, usedTokens } = (await read()).status
    expect([occupancy, totalTokens, usedTokens].map(boundOf)).toEqual(['at-least', 'at-most', null])
  })
  it('derives the occupancy of llama-server from its slots, and reads its queue', async () => {
    const { read } = await connected(llamaServer())
    const { status: now } = await read()
    expect(now).toMatchObject({
      occupancy: { kind: 'derived', value: 1024 / 8192, formula: 'slot-tokens-over-slot-cells' },
      usedTokens: { kind: 'derived', value: 1024, formula: 'sum-of-slot-tokens' },
      totalTokens: { kind: 'derived', value: 8192, formula: 'context-times-slots' },
      running: { kind: 'reported', value: 1, field: 'llamacpp:requests_processing' },
      waiting: { kind: 'reported', value: 3, field: 'llamacpp:requests_deferred' },
      preemptions: none('not-given'),
      prefixHits: none('too-few-readings'),
      generatedPerSecond: none('too-few-readings'),
      restarted: false,
    })
    expect(now.slots).toEqual([
      { id: 0, isProcessing: false, contextTokens: 4096, promptTokens: null, cachedTokens: null, decodedTokens: null },
      { id: 1, isProcessing: true, contextTokens: 4096, promptTokens: 1024, cachedTokens: 1000, decodedTokens: 12 },
    ])
  })

  it('derives prefix hits and speed of llama-server from two readings', async () => {
    const { server, read } = await connected(llamaServer())
    const before = await read()
    server.replies['/metrics'] = text(llamaMetrics({ processed: 125, cached: 375, predicted: 80 }))
    const { status: now } = await read(before)
    expect(now.prefixHits).toEqual({ kind: 'derived', value: 0.75, formula: 'cached-over-prompt-tokens' })
    expect(now.generatedPerSecond).toEqual({
      kind: 'derived',
      value: 30 / ((now.atMs - before.status.atMs) / 1000),
      formula: 'counter-difference-over-time',
    })
  })

  it('gives no figure from a pair of readings with a restart between them, and says that there was one', async () => {
    const { server, read } = await connected(llamaServer())
    const before = await read()
    server.replies['/metrics'] = text(llamaMetrics({ processed: 500, cached: 375, predicted: 1 }))
    const { status: now } = await read(before)
    expect(now).toMatchObject({ restarted: true, prefixHits: none('too-few-readings'), generatedPerSecond: none('too-few-readings') })
  })

  it('notices a restart after which every counter is higher, by the start that the server names', async () => {
    const started = (seconds: string, predicted: number) =>
      status(200, llamaMetrics({ processed: 1, cached: 1, predicted }), { 'process-start-time-unix': seconds })
    const server = await LyingServer.start({ ...llamaServer(), '/metrics': started('1000', 10) })
    const before = await readLlama(server.address)
    server.replies['/metrics'] = started('2000', 20)
    const { status: now } = await readLlama(server.address, before)
    expect(now).toMatchObject({ restarted: true, generatedPerSecond: none('too-few-readings') })
  })

  it('gives no difference of counters that llama-server rounds to steps as large as the difference', async () => {
    const at = (predicted: string) => text(`llamacpp:tokens_predicted_total ${predicted}\n`)
    const server = await LyingServer.start({ ...llamaServer(), '/metrics': at('1.23457e+06') })
    const before = await readLlama(server.address)
    server.replies['/metrics'] = at('1.23459e+06')
    expect((await readLlama(server.address, before)).status.generatedPerSecond).toEqual(none('unusable'))
    server.replies['/metrics'] = at('1.33457e+06')
    expect((await readLlama(server.address, before)).status.generatedPerSecond.kind).toBe('derived')
  })

  it('does not wake a server that sleeps', async () => {
    const server = await LyingServer.start({ ...llamaServer(), '/props': json({ ...llamaProps, is_sleeping: true }) })
    const { status: now } = await readLlama(server.address)
    expect(now).toMatchObject({ occupancy: none('not-read'), slots: null, waiting: { kind: 'reported', value: 3 } })
    expect(server.requests.map(({ path }) => path)).not.toContain('/slots')
  })

  it('says that the server was started without slots or metrics', async () => {
    const { read } = await connected({
      ...llamaServer(),
      '/props': json({ ...llamaProps, endpoint_slots: false, endpoint_metrics: false }),
    })
    const { status: now } = await read()
    expect(now).toMatchObject({
      occupancy: none('switched-off'),
      running: none('switched-off'),
      waiting: none('switched-off'),
      prefixHits: none('switched-off'),
      slots: null,
    })
  })

  it('adds up the loaded models of a router, without loading one', async () => {
    const { server, read } = await connected({
      '/v1/models': json({
        data: [
          { id: 'a', owned_by: 'llamacpp', status: { value: 'loaded' } },
          { id: 'b', owned_by: 'llamacpp', status: { value: 'loaded' } },
          { id: 'c', owned_by: 'llamacpp', status: { value: 'unloaded' } },
        ],
      }),
      '/props': json({ role: 'router', build_info: 'b9000', default_generation_settings: {} }),
      ...Object.fromEntries(
        ['a', 'b'].flatMap((id) =>
          Object.entries(llamaServer()).map(([path, reply]) => [`${path}?model=${id}&autoload=false`, reply] as const),
        ),
      ),
    })
    const { status: now } = await read()
    expect(now).toMatchObject({ usedTokens: { value: 2048 }, totalTokens: { value: 16384 }, running: { value: 2 }, slots: null })
    expect(server.requests.filter(({ path }) => path.includes('model=c'))).toEqual([])
  })

  it('reads a model that a router loaded after Headroom found the router', async () => {
    const list = (value: string) => json({ data: [{ id: 'a', owned_by: 'llamacpp', status: { value } }] })
    const { server, facts, read } = await connected({
      '/v1/models': list('unloaded'),
      '/props': json({ role: 'router', build_info: 'b9000', default_generation_settings: {} }),
      '/slots?model=a&autoload=false': llamaServer()['/slots'] as Reply,
      '/metrics?model=a&autoload=false': status(501, { error: { message: 'Start it with `--metrics`' } }),
    })
    expect(facts.abilities).toMatchObject({ slots: false, metrics: false })
    expect((await read()).status.occupancy).toEqual(none('not-read'))
    server.replies['/v1/models'] = list('loaded')
    expect((await read()).status).toMatchObject({ usedTokens: { value: 1024 }, running: { value: 1 }, waiting: none('switched-off') })
  })

  it('reads vLLM', async () => {
    const { server, read } = await connected(vllm())
    const before = await read()
    expect(before.status).toMatchObject({
      occupancy: { kind: 'reported', value: 0.25, field: 'vllm:kv_cache_usage_perc' },
      usedTokens: none('not-given'),
      totalTokens: { kind: 'derived', value: 16384, formula: 'blocks-times-block-size' },
      running: { value: 2 },
      waiting: { value: 1 },
      preemptions: { kind: 'reported', value: 4, field: 'vllm:num_preemptions_total' },
      slots: null,
    })
    server.replies['/metrics'] = text(vllmMetrics.replace('1000.0', '1100.0').replace('400.0', '450.0'))
    expect((await read(before)).status.prefixHits).toEqual({ kind: 'derived', value: 0.5, formula: 'cached-over-prompt-tokens' })
  })

  it('reads the older names of vLLM', async () => {
    const { read } = await connected({ ...vllm(), '/metrics': text('vllm:gpu_cache_usage_perc{model_name="tiny"} 0.5\n') })
    expect((await read()).status.occupancy).toEqual({ kind: 'reported', value: 0.5, field: 'vllm:gpu_cache_usage_perc' })
  })

  it('counts the requests of SGLang once, although each rank reports them', async () => {
    const { read } = await connected(sglang())
    expect((await read()).status).toMatchObject({
      occupancy: { kind: 'reported', value: 0.5, field: 'sglang:token_usage' },
      usedTokens: { value: 512 },
      totalTokens: { value: 1024 },
      running: { value: 3 },
      prefixHits: { kind: 'reported', value: 0.75, field: 'sglang:cache_hit_rate' },
      generatedPerSecond: { kind: 'reported', value: 123.5, field: 'sglang:gen_throughput' },
    })
  })

  it('derives the occupancy of an SGLang that gives only tokens', async () => {
    const tokensOnly = sglangMetrics.split('\n').filter((line) => !line.includes('token_usage'))
    const { read } = await connected({ ...sglang(), '/metrics': text(tokensOnly.join('\n')) })
    expect((await read()).status.occupancy).toEqual({ kind: 'derived', value: 0.5, formula: 'used-over-total-tokens' })
  })

  it.each([
    ['Ollama', ollama],
    ['LM Studio', lmStudio],
    ['other servers', () => ({ '/v1/models': json({ data: [] }) })],
  ])('makes nothing up about %s', async (_name, replies) => {
    const { read } = await connected(replies())
    const { status: now } = await read()
    for (const figure of ['occupancy', 'usedTokens', 'running', 'waiting', 'prefixHits', 'preemptions', 'generatedPerSecond'] as const)
      expect(now[figure]).toEqual(none('not-given'))
  })

  it('notices that Ollama no longer answers', async () => {
    const { facts, server } = await connected(ollama())
    const { address } = server
    const running = async () => (await readStatus(network, address, facts, null, never)).status.running
    expect(await running()).toEqual(none('not-given'))
    await server.close()
    expect(await running()).toEqual(none('not-read'))
  })

  it.each<[string, Reply, 'unusable' | 'not-read' | 'not-given']>([
    ['negative numbers', text('llamacpp:requests_deferred -1\n'), 'unusable'],
    ['NaN', text('llamacpp:requests_deferred NaN\n'), 'unusable'],
    ['infinity', text('llamacpp:requests_deferred +Inf\n'), 'unusable'],
    ['half a request', text('llamacpp:requests_deferred 0.5\n'), 'unusable'],
    ['words', text('llamacpp:requests_deferred many\n'), 'not-given'],
    ['a page without the metric', text('other 1\n'), 'not-given'],
    ['a web page', page, 'not-given'],
    ['an error', status(500, 'no'), 'not-read'],
    ['a redirect', redirect('http://127.0.0.1:1/'), 'not-read'],
    ['half a page', cutAfter('text/plain', 'llamacpp:requests_deferred 1'), 'not-read'],
    ['a page of 50 MB', status(200, '# filler\n'.repeat(5_600_000)), 'not-read'],
    ['a page without end', endless('text/plain', 'llamacpp:requests_deferred 1\n'.repeat(10_000)), 'not-read'],
    ['bytes that are not UTF-8', (response) => response.end(Uint8Array.of(0xff, 0xfe, 0x0a, 0xc3)), 'not-given'],
  ])('gives the reason instead of a figure for %s', async (_title, reply, reason) => {
    const server = await LyingServer.start({ ...llamaServer(), '/metrics': reply })
    const { status: now } = await readLlama(server.address)
    expect(now.waiting).toEqual(none(reason))
    // What the slots give stays.
    expect(now.occupancy.kind).toBe('derived')
  })

  it.each<[string, unknown]>([
    ['an object', { id: 0 }],
    ['text', 'slots'],
    ['an empty list', []],
    ['a slot without a number', [{ is_processing: true, n_ctx: 1 }]],
    [
      'two slots with the same number',
      [
        { id: 0, is_processing: true, n_ctx: 1 },
        { id: 0, is_processing: true, n_ctx: 1 },
      ],
    ],
    ['a word for a state', [{ id: 0, is_processing: 'yes', n_ctx: 1 }]],
  ])('gives no slots and no occupancy for %s', async (_title, answer) => {
    const server = await LyingServer.start({ ...llamaServer(), '/slots': json(answer) })
    const { status: now } = await readLlama(server.address)
    expect([now.slots, now.occupancy]).toEqual([null, none('unusable')])
  })

  it.each<[string, object, 'unusable' | 'not-given']>([
    ['more tokens than cells', { id_task: 1, n_prompt_tokens: 9, n_ctx: 8 }, 'unusable'],
    ['a negative number of tokens', { id_task: 1, n_prompt_tokens: -1, n_ctx: 8 }, 'not-given'],
    ['tokens as text', { id_task: 1, n_prompt_tokens: '4', n_ctx: 8 }, 'not-given'],
    ['no tokens after a task', { id_task: 1, n_ctx: 8 }, 'not-given'],
    ['no context', { id_task: 1, n_prompt_tokens: 4 }, 'not-given'],
  ])('gives no occupancy for a slot with %s', async (_title, fields, reason) => {
    const server = await LyingServer.start({ ...llamaServer(), '/slots': json([{ id: 0, is_processing: true, ...fields }]) })
    expect((await readLlama(server.address)).status.occupancy).toEqual(none(reason))
  })

  it('keeps the reasons apart when the server has gone', async () => {
    const server = await LyingServer.start(llamaServer())
    const { address } = server
    await server.close()
    const { status: now } = await readLlama(address)
    expect(now).toMatchObject({ occupancy: none('not-read'), waiting: none('not-read'), preemptions: none('not-given'), slots: null })
  })
})
