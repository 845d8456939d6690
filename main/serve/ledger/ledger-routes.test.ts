/** From end to end: HTTP, the fake engine, the ledger, and what the command line prints. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { coded } from '../../../core/contract/errors/coded-error'
import { type RequestRecord, requestRecord } from '../../../core/contract/requests/requests'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { longSystem } from '../../../core/requests/testing/traces'
import { noRemedies } from '../../../core/serve/remedies/apply-remedies'
import { follow } from '../../../core/streams/follow'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { requests } from '../../cli/requests/tail-requests'
import { captured } from '../../cli/testing/captured'
import { RequestLedger } from '../../services/requests/request-ledger'
import { cellSettings } from '../../services/requests/traced-turn'
import { connectControl } from '../../supervisor/engine-client'
import { EngineService } from '../engine-service'
import { startApiServer } from '../http/api-server'
import { dialects } from '../http/dialects'
import { type ServedModel, turnIdOf } from '../serve-service'
import { ledgerRoutes } from './ledger-routes'

async function startServer(remedies = noRemedies) {
  const engine = inProcessEngine(new FakeEngine({ tokensPerSecond: 10_000, prefillTokensPerSecond: 100_000, loadMs: 0 }))
  const client = connectControl(engine as never)
  await client.start({ gpuBackend: 'auto' })
  let loaded: ServedModel['loaded'] | undefined
  for await (const progress of follow(client, client.loadModel, { path: '/fake.gguf', gpuLayers: 0, chatTemplate: null }))
    if (progress.type === 'loaded') loaded = progress.model
  const context = await client.createContext({ settings: defaultKvSettings, contextTokens: 8192, predictedBytes: null })
  const model: ServedModel = {
    id: 'fake',
    path: '/fake.gguf',
    loaded: loaded as never,
    sizeBytes: 1,
    contextTokens: 8192,
    sequences: 1,
    loadedAtMs: 1,
  }
  const service = new EngineService({
    version: '0',
    engine: () => ({ client, model, sampling: { ...defaultSampling, maxTokens: 8 }, release: 'v0' }),
    remedies: () => remedies,
  })
  const ledger = new RequestLedger({
    heldPrompt: (turn) => client.heldPrompt({ turnId: turnIdOf(turn, 0) }),
    cellsOf: () => ({ settings: cellSettings(context), context: '1' }),
  })
  ledger.follow(service.news)
  const server = await startApiServer({ service, port: 0, keys: null, dialects: [...dialects, ledgerRoutes(ledger)] })
  onTestFinished(async () => {
    await server.close()
    engine.kill()
  })
  const ask = async (system: string, ...said: string[]): Promise<void> => {
    const messages = [
      { role: 'system', content: system },
      ...said.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
    ]
    const answer = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'opencode/1.2.0' },
      body: JSON.stringify({ messages }),
    })
    expect(answer.status, await answer.text()).toBe(200)
  }
  return { server, ledger, ask }
}

it('lists requests with their causes, and prints them as they end', async () => {
  const { server, ledger, ask } = await startServer()
  await ask(`It is 2026-11-25. ${longSystem}`, 'Hello')
  await ask(`It is 2026-11-26. ${longSystem}`, 'Hello')
  await ledger.explained
  const listed = (await (await fetch(`${server.url}/headroom/requests`)).text()).trimEnd().split('\n')
  const records = listed.map((line) => requestRecord.parse(JSON.parse(line)))
  expect(records.map(({ client, explanation }) => [client, explanation?.cause])).toEqual([
    ['opencode', 'first-request'],
    ['opencode', 'clock'],
  ])
  for (const { promptTokens, reusedTokens, processedTokens } of records) expect(reusedTokens + processedTokens).toBe(promptTokens)
  expect(records[1]?.explanation?.lostTokens).toBeGreaterThan(700)

  const leaving = new AbortController()
  const lines: string[] = []
  const three = new Promise<void>((resolve) => {
    const write = (line: string) => lines.push(line) === 3 && resolve()
    void requests(['tail', '--json', '--url', server.url], leaving.signal, write).then(() => lines.push('ended'))
  })
  await ask(`It is 2026-11-27. ${longSystem}`, 'Hello')
  await three
  leaving.abort()
  expect(lines.map((line) => requestRecord.parse(JSON.parse(line)).explanation?.cause)).toEqual(['first-request', 'clock', 'clock'])
})
it('removes a billing header if the user wants it, and says so', async () => {
  const { ledger, ask } = await startServer({ removeHeader: true, sortTools: false })
  await ask(`x-anthropic-billing-header: cch=fa690;\n${longSystem}`, 'Hello')
  await ask(`x-anthropic-billing-header: cch=0aaa9;\n${longSystem}`, 'Hello')
  await ask(longSystem, 'Hello')
  await ledger.explained
  const removed = ['header-removed']
  expect(ledger.records.map(({ remedies, explanation }) => [remedies, explanation?.cause])).toEqual([
    [removed, 'first-request'],
    [removed, 'same-prompt'],
    [[], 'same-prompt'],
  ])
  for (const { reusedTokens, promptTokens } of ledger.records.slice(1)) expect(reusedTokens).toBe(promptTokens - 1)
})
it('ends a stream that fails with a JSON line, and the command line says why', async () => {
  const { server, ledger, ask } = await startServer()
  await ask(longSystem, 'Hello')
  await ledger.explained
  const [record] = ledger.records
  async function* failing() {
    yield record as RequestRecord
    throw coded('generation-failed', { quoted: 'no memory' })
  }
  vi.spyOn(ledger, 'settled').mockImplementation(failing)
  const lines = (await (await fetch(`${server.url}/headroom/requests/follow`)).text()).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { number: 1 },
    { error: { type: 'server_error', code: 'generation-failed' } },
  ])
  const printed: string[] = []
  const tail = requests(['tail', '--json', '--url', server.url], new AbortController().signal, (line) => void printed.push(line))
  await expect(tail).rejects.toMatchObject({ failure: { code: 'server-failed', facts: { quoted: expect.stringContaining('no memory') } } })
  expect(printed.map((line) => JSON.parse(line))).toMatchObject([{ number: 1 }])
})
it('says what to do if no server runs', async () => {
  const { code } = await captured(() => requests(['tail', '--url', 'http://127.0.0.1:1'], new AbortController().signal).then(() => 0))
  expect(code).toMatchObject({ failure: { code: 'server-unreachable' } })
})

it('takes the start and the end of a request from one clock, even after the clock was set', async () => {
  const now = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
  onTestFinished(() => clock.mockRestore())
  const { ledger, ask } = await startServer()
  await ask(longSystem, 'Rename the file.')
  await ledger.explained
  const [record] = ledger.records
  expect(record?.endedAtMs).toBeGreaterThanOrEqual(record?.receivedAtMs ?? Number.POSITIVE_INFINITY)
  expect((record?.endedAtMs ?? 0) - (record?.receivedAtMs ?? 0)).toBeLessThan(600_000)
})
