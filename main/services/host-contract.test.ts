import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { HostContract } from '../../core/contract'
import type { Failure } from '../../core/contract/errors/errors'
import { failureIn } from '../../core/contract/errors/wire-errors'
import { hostContract } from '../../core/contract/host'
import { describeFailure } from '../../core/copy/failures'
import { portChannel } from '../../core/rpc/channel'
import { peerLink } from '../../core/rpc/peer-link'
import { FakeEngine } from '../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../native-models/process/testing/in-process'
import { dataFolder } from '../store/testing/test-store'
import type { App } from './app'
import { serveHost } from './serve-host'
import { eventually } from './testing/eventually'
import { openTestApp } from './testing/test-app'

type Call = (input?: unknown) => Promise<unknown>
interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly minimum?: number
}

let app: App
let channel: MessageChannel
let client: ContractRouterClient<HostContract>
let known: Record<string, string>

beforeAll(async () => {
  app = openTestApp(dataFolder(), async () =>
    inProcessEngine(new FakeEngine({ tokensPerSecond: 1000, prefillTokensPerSecond: 50_000, loadMs: 1 })),
  )
  app.libraryService.setOffline(true)
  await app.models.loadFirst()
  const [model] = await app.library.list()
  known = { conversationId: app.store.conversations.create('').id, modelId: model?.id ?? '' }
  channel = new MessageChannel()
  serveHost(app, portChannel(channel.port1))
  client = createORPCClient(peerLink(portChannel(channel.port2), () => {}))
  channel.port2.start()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => {
  channel.port1.close()
  channel.port2.close()
  app.close()
})

function sample(schema: Schema, text: string, choice: number, name = ''): unknown {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return sample(options[choice % options.length] as Schema, text, choice, name)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[choice % schema.enum.length]
  if (schema.prefixItems) return schema.prefixItems.map((item) => sample(item, text, choice, name))
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => choice > 0 || schema.required?.includes(key))
          .map(([key, value]) => [key, sample(value, text, choice, key)]),
      )
    case 'array':
      return [sample(schema.items ?? {}, text, choice, name)]
    case 'string':
      return text === 'known' ? (known[name] ?? 'x') : text
    case 'number':
    case 'integer':
      return Math.max(schema.minimum ?? 0, choice)
    case 'boolean':
      return choice % 2 === 0
    default:
      return null
  }
}

const texts = ['known', 'x', '', '../../x', '\0\ud800', '__proto__', '['.repeat(200_000)]
const wrong = [undefined, null, true, 5, 'x', [], {}, [[[]]], { json: 'x' }, Object.fromEntries([['__proto__', null]])]

function inputsOf(schema: z.ZodType | undefined): unknown[] {
  if (!schema) return wrong
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return [...wrong, ...texts.flatMap((text) => [0, 1, 2, 3].map((choice) => sample(shape, text, choice)))]
}

function proceduresOf(contract: object, path = ''): [string, z.ZodType | undefined][] {
  return Object.entries(contract).flatMap(([name, entry]: [string, object & { '~orpc'?: { inputSchema?: z.ZodType } }]) =>
    entry['~orpc'] ? [[`${path}${name}`, entry['~orpc'].inputSchema]] : proceduresOf(entry, `${path}${name}.`),
  )
}

it('the host reports an operating system’s error in a message that quotes it', async () => {
  const { conversationId } = await client.turns.send({ conversationId: null, text: 'one two', sentAtMs: 0 })
  await eventually(() => expect(app.state.value.turns).toEqual([]))
  await client.sessions.save({ conversationId })
  const folder = join(app.store.folder, 'sessions')
  const [name = ''] = readdirSync(folder)
  rmSync(join(folder, name))
  mkdirSync(join(folder, name, 'x'), { recursive: true })
  const failure = (await client.sessions.save({ conversationId }).catch(failureIn)) as Failure
  expect(failure.code).toBe('system-error')
  expect(describeFailure(failure)).toMatch(/^The operating system reported an error: “E[A-Z]+: .+”\. Close other programs/)
})

it('the host reports a coded failure that the procedure’s contract does not list', async () => {
  const folder = join(app.store.folder, 'sessions')
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, '')
  expect(await client.sessions.usage().catch(failureIn)).toMatchObject({ code: 'store-failed', facts: { path: folder } })
  rmSync(folder)
})

/** Yields nothing until the user chooses a menu command. */
const silent = 'followCommands'

it.each(proceduresOf(hostContract))('%s answers unusual input with a result or a coded failure', async (path, schema) => {
  const bugs = vi.spyOn(console, 'error').mockImplementation(() => {})
  const call = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], client) as Call
  const uncoded: unknown[] = []
  for (const input of inputsOf(schema)) {
    try {
      const answer = await call(input)
      if (typeof answer !== 'object' || answer === null || !(Symbol.asyncIterator in answer)) continue
      const stream = answer as AsyncGenerator
      if (path !== silent) await stream.next()
      await stream.return(undefined)
    } catch (error) {
      if (!failureIn(error)) uncoded.push([JSON.stringify(input)?.slice(0, 200), (error as Error).message])
    }
  }
  expect(uncoded).toEqual([])
  expect(bugs.mock.calls).toEqual([])
})
