/** The host and the fake engine run in this process, so a crash of either one fails the run. */
import type { MessageChannel } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { engineControl, engineView } from '../../core/contract/engine'
import { hostContract } from '../../core/contract/host'
import type { PortLike, PortRole } from '../../core/streams/virtual-port'
import { type Headless, serveHeadless } from '../../main/headless/serve-headless'
import type { App } from '../../main/services/app'
import { nativePath, openTestApp } from '../../main/services/testing/test-app'
import { dataFolder } from '../../main/store/testing/test-store'
import { FakeEngine } from '../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../native-models/process/testing/in-process'
import { attackAsker, attackContract, portTarget, socketTarget } from './attack-contract'
import { attackHost } from './attack-host'
import { proceduresOf } from './hostile-message'
import { Random } from './random'

const count = 300
const stopTurn = { path: '/stopTurn', input: { turnId: 'x' } }
let app: App
let host: Headless

const engine = () => inProcessEngine(new FakeEngine({ tokensPerSecond: 1000, prefillTokensPerSecond: 50_000, loadMs: 1 }))
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  app = openTestApp(dataFolder(), async () => engine())
  host = await serveHeadless({ app, rendererFolder: nativePath('../renderer'), port: 0 })
})
afterAll(async () => {
  await host.close()
  app.close()
  vi.restoreAllMocks()
})

it('the headless host still answers a valid request after hostile requests, upgrades and frames, half of them truncated or reset', async () => {
  expect(await attackHost(host.url, count, new Random(1))).toMatchObject({ sent: count, answered: 3 })
})

it('the host still answers a valid message after hostile messages from a window', async () => {
  const { host: name, origin, href } = new URL(host.url)
  const socket = socketTarget(`ws://${name}/host?token=${/token=([\w-]+)/.exec(href)?.[1]}`, origin)
  expect(await attackContract(socket, proceduresOf(hostContract), { path: '/info', input: {} }, count, new Random(1))).toEqual({
    sent: count,
    answered: 3,
  })
})

it.each<[PortRole, object]>([
  ['view', engineView],
  ['control', engineControl],
])('an engine still answers a valid message after hostile messages on its %s port', async (role, contract) => {
  const running = engine()
  const open = () => {
    const port = running.connect(role) as unknown as MessageChannel['port1']
    const on = (event: string, listener: (event: { data: unknown }) => void) => void port.on(event, (data) => listener({ data }))
    return { on, postMessage: (data: unknown) => port.postMessage(data), close: () => port.close() } as PortLike & { close(): void }
  }
  expect(await attackContract(portTarget(open), proceduresOf(contract), stopTurn, count, new Random(1))).toEqual({
    sent: count,
    answered: 3,
  })
  running.kill()
})

it('every request of the host to an engine still ends, in an answer or an error, after hostile answers', async () => {
  expect(await attackAsker(proceduresOf(engineControl), count, new Random(1))).toEqual({ sent: count, answered: 3 })
})
