import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askedFor, type ChatFaults, madeChat, madeOllamaChat } from '../../quality/testing/made-chat'
import { madeLlamaServer, madeVllm } from '../../quality/testing/made-model'
import { LyingServer } from '../../remote/testing/lying-server'
import { ollama } from '../../remote/testing/server-answers'
import { UsageError } from '../input/flags'
import { captured } from '../testing/captured'
import { benchQuality } from './bench-quality'
import { benchQualityOrder, isBenchOfQuality } from './quality-flags'

const never = new AbortController().signal
const textsFolder = join(import.meta.dirname, '../../../native-models')
const chatPath = '/v1/chat/completions'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-bench-quality-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const bench = (args: readonly string[], signal = never) => captured(() => benchQuality(args, { textsFolder, version: '0.1.0', signal }))

const chatServer = (faults: ChatFaults = {}) => LyingServer.start({ ...madeLlamaServer(0), [chatPath]: madeChat(faults) })

function textFile(): string {
  const path = join(folder, 'text.txt')
  writeFileSync(path, 'The cache keeps keys and values of tokens. A cell holds one token. '.repeat(20))
  return path
}

const quality = ['--quality', '--ctx', '40', '--positions', '60', '--top-k', '8']

describe('headroom bench --quality', () => {
  it('prints a lower bound of the divergence with its interval, the agreement and perplexities, and how they were measured', async () => {
    const [first, second] = [await LyingServer.start(madeLlamaServer(0)), await LyingServer.start(madeVllm(0.4))]
    const args = ['--url', first.address.url, '--against', second.address.url, ...quality, '--text', textFile()]
    const { code, out, err } = await bench(args)
    expect(code).toBe(0)
    expect(out).toMatch(/KLD, nats +\| +\| ≥ 0\.\d+ \(0\.\d+ to 0\.\d+\) +\| \w[\w ]+, or a larger difference/)
    expect(out).toMatch(/same top token +\| +\| \d+\.\d% \(\d+\.\d% to \d+\.\d%\)/)
    expect(out).toMatch(/perplexity +\| [\d,.]+ \([\d,.]+ to [\d,.]+\) +\| [\d,.]+ \([\d,.]+ to/)
    expect(err).toContain('60 predictions in 16 windows of the text, from the 8 most likely tokens of each server.')
    expect(err).toContain('It has no upper bound')
  })
  it('finds no difference between a server and itself', async () => {
    const { address } = await LyingServer.start(madeLlamaServer(0))
    const { code, out } = await bench(['--url', address.url, '--against', address.url, ...quality, '-o', 'csv'])
    expect(code).toBe(0)
    const rows: Record<string, string>[] = parse(out, { columns: true })
    const row = (measure: string) => rows.find((one) => one.measure === measure)
    expect(row('kld_lower_bound')).toMatchObject({
      value: '0',
      low: '0',
      is_lower_bound: 'true',
      verdict: 'no difference in the listed tokens',
    })
    expect(row('top_token_agreement')).toMatchObject({ value: '1', high: '1' })
    expect(row('perplexity_ratio')).toMatchObject({ value: '1', verdict: 'no clear difference' })
  })
  it('has every prediction in its JSON, and no upper bound', async () => {
    const [first, second] = [await LyingServer.start(madeVllm(0)), await LyingServer.start(madeVllm(0.4))]
    const { out } = await bench([
      '--url',
      first.address.url,
      '--against',
      second.address.url,
      ...quality,
      '--text',
      textFile(),
      '-o',
      'json',
    ])
    const result = JSON.parse(out)
    expect(result).toMatchObject({
      headroom_version: '0.1.0',
      servers: [{ kind: 'vllm', model: 'tiny' }, { kind: 'vllm' }],
      quality: { top_k: 8, kld_upper_bound: null },
      suite: null,
    })
    const bounds = result.quality.windows.flatMap((window: { kld_lower_bounds: number[] }) => window.kld_lower_bounds)
    expect(bounds).toHaveLength(60)
    const mean = bounds.reduce((sum: number, bound: number) => sum + bound, 0) / 60
    expect(result.measures.kld_lower_bound.servers[1].value).toBeCloseTo(mean, 12)
  })
  it('refuses Ollama, before it asks the other server for a prediction', async () => {
    const [first, second] = [await LyingServer.start(madeLlamaServer(0)), await LyingServer.start(ollama())]
    const { code, out } = await bench(['--url', first.address.url, '--against', second.address.url, ...quality])
    expect(code).toMatchObject({ failure: { code: 'server-without-logprobs' } })
    expect(out).toBe('')
    expect(first.requests.filter(({ path }) => path === '/completion' || path === '/tokenize')).toEqual([])
  })
  it('says why there is no quality through probabilities, and asks for the suite, if both were wanted', async () => {
    const [first, second] = [await chatServer(), await LyingServer.start({ ...ollama(), '/api/chat': madeOllamaChat() })]
    const args = ['--url', first.address.url, '--against', second.address.url, ...quality, '--suite', 'json', '--suite-prompts', '3']
    const { code, out, err } = await bench(args)
    expect(code).toBe(0)
    expect(err).toContain('server-without-logprobs: ')
    expect(out).toMatch(/valid JSON +\| 3\/3 .*\| 3\/3/)
    expect(out).not.toContain('KLD')
  })
  it('prints the windows that were measured before a server failed, and the failure', async () => {
    const [first, second] = [await LyingServer.start(madeLlamaServer(0)), await LyingServer.start(madeVllm(0.4))]
    const whole = second.replies['/v1/completions']
    let asked = 0
    second.replies['/v1/completions'] = (response, request) => (++asked > 4 ? response.destroy() : whole?.(response, request))
    const { code, out, err } = await bench(['--url', first.address.url, '--against', second.address.url, ...quality, '--text', textFile()])
    expect(code).toMatchObject({ failure: { code: 'server-dropped' } })
    expect(out).toContain('KLD, nats')
    expect(err).toContain('in 4 windows')
  })
})

describe('headroom bench --suite', () => {
  it('asks for passkeys, tool calls and JSON, and counts the right answers with their intervals', async () => {
    const { address, requests } = await chatServer()
    const { code, out, err } = await bench(['--url', address.url, '--suite', 'passkeys,tools,json', '--suite-prompts', '10'])
    expect(code).toBe(0)
    expect(out).toMatch(/passkeys found +\| 40\/40 \(91% to 100%\)/)
    for (const measure of ['right tool', 'right arguments', 'valid JSON', 'valid JSON, with schema', 'right JSON'])
      expect(out).toContain(`${measure.padEnd(23)} | 10/10 (72% to 100%)`)
    expect(out).not.toContain('same call')
    const chats = requests.filter(({ path }) => path === chatPath).map(({ body }) => askedFor(body))
    expect(chats).toHaveLength(40 + 10 + 2 * 10)
    expect(chats.filter(({ tools }) => tools).length).toBe(10)
    expect(chats.filter(({ response_format: format }) => format).length).toBe(10)
    expect(new Set(chats.map(({ max_tokens: most }) => most))).toEqual(new Set([32, 160]))
    expect(err).toContain('the server’s tokenizer counted each prompt')
  })
  it('compares two servers with the same prompts, and says where one has fewer right answers', async () => {
    const [first, second] = [await chatServer(), await chatServer({ wrongOfEvery: 2 })]
    const args = ['--url', first.address.url, '--against', second.address.url, '--suite', 'tools,json']
    const { code, out, err } = await bench(args)
    expect(code).toBe(0)
    expect(out).toMatch(/right tool +\| 48\/48 .*\| 48\/48 .*\| no clear difference/)
    expect(out).toMatch(/right arguments +\| 48\/48 .*\| 24\/48 .*\| fewer/)
    expect(out).toMatch(/same call +\| +\| 24\/48/)
    expect(out).toMatch(/valid JSON +\| 42\/42 .*\| 21\/42 .*\| fewer/)
    expect(err).toContain('same tool call for 24 of 48 prompts, 21 of 42 JSON answers valid, fewer than with the reference.')
    const promptsOf = ({ requests }: LyingServer) =>
      requests.filter(({ path }) => path === chatPath).map(({ body }) => [askedFor(body).messages, askedFor(body).tools])
    expect(promptsOf(first)).toEqual(promptsOf(second))
  })
  it('counts only questions that both servers answered, and names the failures of the others', async () => {
    const [first, second] = [
      await chatServer({ isRefused: (request) => request < 3 }),
      await chatServer({ isRefused: (request) => request === 7 }),
    ]
    const args = ['--url', first.address.url, '--against', second.address.url, '--suite', 'json', '--suite-prompts', '5', '-o', 'json']
    const { code, out, err } = await bench(args)
    expect(code).toBe(0)
    const { measures, suite } = JSON.parse(out)
    expect(measures.valid_json.servers).toMatchObject([
      { hits: 2, of: 2 },
      { hits: 2, of: 2 },
    ])
    expect(measures.valid_json_with_schema.servers).toMatchObject([{ of: 4 }, { of: 4 }])
    expect(suite[0].slice(0, 4)).toMatchObject([
      { kind: 'failed', code: 'server-failed' },
      { kind: 'failed' },
      { kind: 'failed' },
      { kind: 'json' },
    ])
    expect(err).toMatch(/3 questions failed with server-failed and count for no server\. The first: .*out of memory/)
  })
  it('says that a server writes reasoning, which uses up the tokens of an answer', async () => {
    const { address } = await chatServer({ hasReasoning: true })
    const { err } = await bench(['--url', address.url, '--suite', 'tools', '--suite-prompts', '4'])
    expect(err).toContain('wrote reasoning before 4 answers')
  })
  it('gives exit code 2 if no question was answered', async () => {
    const { address } = await chatServer({ isRefused: () => true })
    const { code, out } = await bench(['--url', address.url, '--suite', 'json', '--suite-prompts', '2'])
    expect([code, out]).toEqual([2, ''])
  })
  it('prints what was answered before an interruption', async () => {
    const server = await chatServer()
    const stop = new AbortController()
    const answered = server.replies[chatPath]
    let asked = 0
    server.replies[chatPath] = (response, request) => (++asked > 5 ? stop.abort(new Error('stopped')) : answered?.(response, request))
    const { code, out } = await bench(['--url', server.address.url, '--suite', 'json', '-o', 'json'], stop.signal)
    expect(code).toMatchObject({ message: 'stopped' })
    expect(JSON.parse(out).measures.valid_json.servers).toMatchObject([{ hits: 5, of: 5 }])
  })
})

describe('the order', () => {
  it('has 256 predictions of 20 tokens in windows of 512, and the whole suite, unless flags say otherwise', () => {
    const order = benchQualityOrder('--url http://a --against http://b --quality --suite passkeys,tools,json'.split(' '))
    expect(order).toMatchObject({
      quality: { textFile: null, positions: 256, topK: 20, windowTokens: 512 },
      suite: { parts: ['passkeys', 'tools', 'json'], prompts: 48, passkeyTokens: 512, passkeyTrials: 8 },
      format: 'md',
    })
  })
  it.each([
    'pocket --quality',
    '--quality',
    '--url http://a --quality',
    '--url http://a --suite',
    '--url http://a --suite passkeys,cells',
    '--url http://a --suite json --text file.txt',
    '--url http://a --suite json --top-k 5',
    '--url http://a --against http://b --quality --suite-prompts 4',
    '--url http://a --against http://b --quality --top-k 0',
    '--url http://a --against http://b --quality --positions 1',
    '--url http://a --against http://b --quality --ctx 4',
    '--url http://a --against http://b --quality --concurrency 4',
    '--url http://a --suite json --against-model m',
  ])('is refused for %s', (line) => {
    expect(() => benchQualityOrder(line.split(' '))).toThrow(UsageError)
  })
  it('is one for quality only with --quality or --suite', () => {
    expect(isBenchOfQuality(['--url', 'http://a', '--suite=json'])).toBe(true)
    expect(isBenchOfQuality(['--url', 'http://a', '--concurrency', '2'])).toBe(false)
  })
})
