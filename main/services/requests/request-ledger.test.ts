import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mostRefused, mostRequests } from '../../../core/contract/requests/request-limits'
import { assistant, longSystem, type Sent, Traces, tools, user } from '../../../core/requests/testing/traces'
import { segmentsOf } from '../../../core/requests/traced-request'
import { Emitter } from '../../../core/streams/emitter'
import type { ServedTurn, ServeNews } from '../../serve/serve-service'
import { dataFolder, openTestStore } from '../../store/testing/test-store'
import { RequestLedger } from './request-ledger'
import { StoredRequests } from './stored-requests'
import { finishOf, turnOf } from './testing/served-turns'

class Server {
  readonly traces = new Traces()
  readonly news = new Emitter<ServeNews>()
  readonly ledger: RequestLedger
  private readonly ids = new Map<string, number>()

  constructor(stored?: StoredRequests, context = '1') {
    this.ledger = new RequestLedger({
      ...(stored ? { stored } : {}),
      heldPrompt: async ({ id }) => {
        const sent = this.traces.sent[this.ids.get(id) as number]
        return sent ? { tokens: [...Array.from(sent.tokens), ...Array.from(sent.answerTokens)], segments: [...segmentsOf(sent)] } : null
      },
      cellsOf: () => ({ settings: 'f16', context }),
    })
    this.ledger.follow(this.news)
  }

  async answer(sent: Sent, fields: Partial<ServedTurn> = {}): Promise<ServedTurn> {
    const traced = this.traces.send(sent)
    const turn = turnOf({ id: traced.id, ...fields }, sent.tools)
    this.ids.set(turn.id, this.traces.sent.length - 1)
    this.news.emit({ type: 'received', turn })
    const finish = finishOf(traced)
    const prefill = {
      type: 'prefill',
      promptTokens: traced.tokens.length,
      cachedTokens: traced.reusedTokens,
      processedTokens: 0,
      ms: 1,
    } as const
    this.news.emit({ type: 'event', turn, event: prefill, atMs: turn.receivedAtMs + 1 })
    this.news.emit({ type: 'event', turn, event: finish, atMs: turn.receivedAtMs + 900 })
    this.news.emit({ type: 'ended', turn, failure: null, gone: false, atMs: turn.receivedAtMs + 900 })
    await this.ledger.explained
    return turn
  }
}

const asked: Sent = { system: longSystem, tools, said: [user('Rename it.')], answer: assistant('Done.') }
const goesOn: Sent = { ...asked, said: [user('Rename it.'), assistant('Done.'), user('Now the next one.')] }

it('has the figures and the cause of every request', async () => {
  const server = new Server()
  await server.answer(asked)
  await server.answer({ ...goesOn, tools: [...tools].reverse() })
  const [first, second] = server.ledger.records
  expect(first).toMatchObject({
    number: 1,
    client: 'Claude Code',
    state: 'finished',
    hasBody: true,
    explanation: { cause: 'first-request', lostMs: 0 },
  })
  expect(second).toMatchObject({ number: 2, tier: 'cells', sequence: 0, explanation: { cause: 'tools-reordered', comparedId: 'r1' } })
  const { promptTokens = 0, reusedTokens = 0, processedTokens, explanation } = second ?? {}
  expect(reusedTokens + (processedTokens ?? 0)).toBe(promptTokens)
  expect(explanation?.lostMs).toBe((explanation?.lostTokens ?? 0) * 10)
})
it('sends a reader all records once, and then those that changed', async () => {
  const server = new Server()
  await server.answer(asked)
  await server.answer(goesOn)
  const read = server.ledger.reader(0, undefined)
  expect((await read()).records.map(({ number }) => number)).toEqual([1, 2])
  await server.answer(goesOn)
  expect((await read()).records.map(({ number }) => number)).toEqual([3])
})
it('gives both prompts of a comparison', async () => {
  const server = new Server()
  await server.answer(asked)
  const { id } = await server.answer(goesOn)
  const { prompt, compared } = server.ledger.body(id)
  expect(prompt.find(({ holds }) => holds === 'system')?.text).toBe(longSystem)
  expect(compared?.at(-2)).toMatchObject({ holds: 'assistant', text: 'Done.' })
  expect(() => server.ledger.body('unknown')).toThrow('request-not-kept')
})
it('keeps the bodies of the newest 200 requests, and the figures of more requests', async () => {
  const server = new Server()
  for (let count = 0; count < 202; count++) await server.answer({ said: [user(`Question ${count}`)] })
  expect(server.ledger.records.filter(({ hasBody }) => !hasBody).map(({ number }) => number)).toEqual([1, 2])
  for (let count = 0; count < mostRequests; count++) server.news.emit({ type: 'received', turn: turnOf({ id: `later ${count}` }) })
  const update = await server.ledger.reader(0, undefined)()
  expect(update).toMatchObject({ oldestNumber: 203, bodies: { count: 200 } })
  expect(update.records).toHaveLength(mostRequests)
})
it('exports figures without any text of a prompt', async () => {
  const server = new Server()
  await server.answer({ ...asked, system: `A secret word is 2026-11-25. ${longSystem}` })
  await server.answer({ ...goesOn, system: `A secret word is 2026-11-26. ${longSystem}` })
  const { text, fileName } = server.ledger.export(Date.UTC(2026, 10, 26))
  expect(fileName).toBe('headroom-requests-2026-11-26.jsonl')
  const lines = text.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).explanation.cause)).toEqual(['first-request', 'clock'])
  expect(text).not.toMatch(/secret|2026-11-2[56]/)
})
it('says how a request failed, or that its client disconnected', () => {
  const server = new Server()
  const [failed, gone] = [turnOf({ id: 'failed' }), turnOf({ id: 'gone' })]
  for (const turn of [failed, gone]) server.news.emit({ type: 'received', turn })
  server.news.emit({ type: 'ended', turn: failed, failure: { code: 'no-model-loaded', facts: {} }, gone: false, atMs: 1 })
  server.news.emit({ type: 'ended', turn: gone, failure: null, gone: true, atMs: 1 })
  expect(server.ledger.records).toMatchObject([
    { state: 'failed', failure: 'no-model-loaded', problem: { code: 'no-model-loaded' } },
    { state: 'gone', failure: null, problem: null },
  ])
})
it('has the counted tokens of a prompt that is too long for the context', () => {
  const server = new Server()
  const turn = turnOf()
  server.news.emit({ type: 'received', turn })
  const failure = { code: 'prompt-too-long', facts: { promptTokens: 9120, contextTokens: 8192 } } as const
  server.news.emit({ type: 'ended', turn, failure, gone: false, atMs: 1 })
  expect(server.ledger.records).toMatchObject([{ state: 'failed', promptTokens: 9120, processedTokens: 0, problem: failure }])
  expect(JSON.parse(server.ledger.export().text)).toMatchObject({ failure: 'prompt-too-long', problem: null })
})
it('lists the newest 100 refused requests, and no more, so that they do not displace the others', async () => {
  const server = new Server()
  await server.answer(asked)
  const read = server.ledger.reader(0, undefined)
  const ended = server.ledger.settled(AbortSignal.timeout(60_000))
  expect((await read()).records).toHaveLength(1)
  expect((await ended.next()).value).toMatchObject({ number: 1 })
  const { client } = turnOf().request
  const failure = { code: 'api-key-refused', facts: { hadKey: false } } as const
  for (let count = 0; count < mostRefused + 5; count++) server.news.emit({ type: 'refused', client, failure, atMs: count })
  const { records } = server.ledger
  expect(records).toHaveLength(1 + mostRefused)
  expect(records[0]).toMatchObject({ number: 1, state: 'finished' })
  expect(records[1]).toMatchObject({ number: 7, state: 'refused', client: 'Claude Code', problem: failure, endedAtMs: 5 })
  expect((await read()).records.map(({ number }) => number)).toEqual(records.slice(1).map(({ number }) => number))
  expect((await ended.next()).value).toMatchObject({ number: 7 })
  server.news.emit({ type: 'refused', client, failure, atMs: 0 })
  for (let count = 0; count < mostRefused - 1; count++) await ended.next()
  expect((await ended.next()).value).toMatchObject({ number: 107 })
})
it('forgets everything', async () => {
  const server = new Server()
  const { id } = await server.answer(asked)
  server.ledger.clear()
  expect(await server.ledger.reader(0, undefined)()).toMatchObject({ records: [], oldestNumber: 2, bodies: { count: 0, bytes: 0 } })
  expect(() => server.ledger.body(id)).toThrow()
})

describe('prompts and answers', () => {
  const filesOf = (folder: string) =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name)).toString('latin1'))
      .join()

  it('are in no file unless the user wants them stored', async () => {
    const folder = dataFolder()
    const store = openTestStore(folder)
    const server = new Server(new StoredRequests(store.apiRequests, () => false))
    await server.answer({ ...asked, system: `xylophonist ${longSystem}` })
    expect(server.ledger.records).toMatchObject([{ hasBody: true }])
    store.close()
    expect(filesOf(folder)).not.toContain('xylophonist')
  })
  it('survive a restart if they are stored, and later requests are compared with them', async () => {
    const folder = dataFolder()
    const first = openTestStore(folder)
    const before = new Server(new StoredRequests(first.apiRequests, () => true))
    const { id } = await before.answer(asked)
    const kept = before.ledger.body(id)
    first.close()
    const store = openTestStore(folder)
    const server = new Server(new StoredRequests(store.apiRequests, () => true), '2')
    expect(server.ledger.records).toEqual(before.ledger.records)
    expect(server.ledger.body(id)).toEqual(kept)
    await server.answer(goesOn, { id: 'later', receivedAtMs: Date.UTC(2026, 10, 27) })
    expect(server.ledger.records.at(-1)).toMatchObject({ number: 2, explanation: { cause: 'engine-restarted', comparedId: id } })
  })
  it('are deleted when the user clears the list or turns the preference off', async () => {
    const store = openTestStore(dataFolder())
    let isWanted = true
    const stored = new StoredRequests(store.apiRequests, () => isWanted)
    const server = new Server(stored)
    await server.answer(asked)
    expect(stored.read()).toHaveLength(1)
    server.ledger.clear()
    expect(stored.read()).toEqual([])
    await server.answer(asked, { id: 'again' })
    isWanted = false
    stored.follow()
    expect(store.apiRequests.all()).toEqual([])
  })
  it('are left out if they cannot be read', () => {
    const store = openTestStore(dataFolder())
    store.apiRequests.add('broken', '{"record":')
    store.apiRequests.add('older', '{"record":{"id":"older"}}')
    expect(new Server(new StoredRequests(store.apiRequests, () => true)).ledger.records).toEqual([])
  })
})
