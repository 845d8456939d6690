/**
 * `npm run attack -- [--count N] [--seed N] [--only host|app|view|control|asker]`: attacks a headless host and the three contracts. Exits
 * with code 1 if a valid request gets no answer.
 */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { engineControl, engineView } from '../../core/contract/engine'
import { hostContract } from '../../core/contract/host'
import { forkEngine } from '../../main/supervisor/fork-engine'
import { socketAddress, startHeadlessHost } from '../headless-host'
import { resources, workFolder } from '../paths'
import { say } from '../say'
import { attackAsker, attackContract, portTarget, socketTarget } from './attack-contract'
import { attackHost } from './attack-host'
import { proceduresOf } from './hostile-message'
import { Random } from './random'

export async function attack(args: readonly string[]): Promise<number> {
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const count = Number(option('--count') ?? 2000)
  const seed = Number(option('--seed') ?? 1)
  const only = option('--only')
  say(`Seed ${seed}, ${count} of each`)
  mkdirSync(workFolder, { recursive: true })
  const folder = mkdtempSync(join(workFolder, 'attack-'))
  const host = await startHeadlessHost(folder)
  await engineOf(host.url)
  const { origin, href } = host.url
  const socket = (path: '/host' | '/engine') => socketTarget(socketAddress(host.url, path), origin)
  const random = () => new Random(seed)
  const parts: Readonly<Record<string, () => Promise<object>>> = {
    host: () => attackHost(href, count, random()),
    app: () => attackContract(socket('/host'), proceduresOf(hostContract), { path: '/info', input: {} }, count, random()),
    view: () => attackContract(socket('/engine'), proceduresOf(engineView), { path: '/stopTurn', input: { turnId: 'x' } }, count, random()),
    control: () => attackControl(count, random()),
    asker: () => attackAsker(proceduresOf(engineControl), count, random()),
  }
  try {
    for (const [part, run] of Object.entries(parts)) {
      if (only && only !== part) continue
      const begunMs = performance.now()
      const counts = await run()
      process.stdout.write(`${part}: ${JSON.stringify(counts)} in ${((performance.now() - begunMs) / 1000).toFixed(1)} s\n`)
      if (host.child.exitCode !== null || host.child.signalCode !== null) throw new Error(`The host ended: ${host.lastOutput()}`)
    }
    return 0
  } catch (error) {
    say(host.lastOutput())
    throw error
  } finally {
    host.child.kill('SIGKILL')
    await host.gone
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until the engine listens. Until then, the host closes engine sockets with code 1013. */
async function engineOf(url: URL): Promise<void> {
  for (;;) {
    const socket = new WebSocket(socketAddress(url, '/engine'), { origin: url.origin })
    socket.on('open', () => socket.send('{"i":"1","p":{"u":"/stopTurn","b":{"json":{"turnId":"x"}}}}'))
    const [event] = await Promise.race([once(socket, 'message').then(() => ['ready']), once(socket, 'close')])
    socket.terminate()
    if (event === 'ready') return
  }
}

async function attackControl(count: number, random: Random): Promise<object> {
  const engine = await forkEngine(resources.engineEntry)()
  let ended: unknown
  engine.onExit((exit) => {
    ended = exit
  })
  try {
    const open = portTarget(() => engine.connect('control'))
    return await attackContract(open, proceduresOf(engineControl), { path: '/stopTurn', input: { turnId: 'x' } }, count, random)
  } finally {
    if (ended) say(`The engine ended: ${JSON.stringify(ended)} ${engine.lastOutput()}`)
    engine.kill()
  }
}
