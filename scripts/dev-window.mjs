import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBundle, ensureBuilt, root, runTool, say } from './checkout.mjs'
import { restartsFor } from './dev-changes.mjs'

/** Waits this long, because an editor writes a file in several steps. */
const settleMs = 100
const quitMs = 5000

export async function devWindow({ electron, real, args }) {
  ensureBuilt()
  const server = await (await import('./dev-renderer.mjs')).serveRenderer()
  // This variable, which some editors' terminals set, would start Electron as plain Node.
  const { ELECTRON_RUN_AS_NODE, ...environment } = process.env
  const env = {
    ...environment,
    HEADROOM_DEV_SERVER: server.origin,
    ...(real ? {} : { HEADROOM_FAKE_ENGINE: environment.HEADROOM_FAKE_ENGINE ?? '{}' }),
  }
  const start = () => {
    const app = spawn(electron, [root, `--user-data-dir=${join(tmpdir(), 'headroom-dev')}`, ...args], { cwd: root, stdio: 'inherit', env })
    app.once('exit', () => app === current && process.exit(0))
    return app
  }
  let current = start()
  say(`Headroom (${real ? 'real' : 'fake'} engine) opens its window. Changes to main, preload, core, lab and the engines restart it.`)

  const changed = new Set()
  let work = Promise.resolve()
  let timer
  const note = (folder) => (_event, name) => {
    for (const bundle of restartsFor(`${folder}/${String(name).replaceAll('\\', '/')}`)) changed.add(bundle)
    if (changed.size === 0) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      work = work.then(restart)
    }, settleMs)
  }
  for (const folder of ['core', 'lab', 'main', 'preload', 'native-models']) watch(join(root, folder), { recursive: true }, note(folder))

  async function restart() {
    const bundles = [...changed]
    changed.clear()
    if (bundles.length === 0) return
    say(`Building ${bundles.join(', ')}…`)
    try {
      for (const bundle of bundles) build(bundle)
    } catch (error) {
      return say(`${error.message}. The app still runs without this change.`)
    }
    const old = current
    current = undefined
    await quit(old)
    current = start()
  }

  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      const old = current
      current = undefined
      await quit(old)
      process.exit(0)
    })
}

function build(bundle) {
  if (bundle !== 'desktop') return buildBundle(bundle)
  if (runTool('electron-vite', ['build', '--logLevel', 'warn']) !== 0) throw new Error('desktop could not be built')
}

/** Waits for the exit. A second app with the same data folder would only show the first app's window. */
async function quit(app) {
  if (!app || app.exitCode !== null || app.signalCode !== null) return
  const ended = once(app, 'exit')
  app.kill()
  const killer = setTimeout(() => app.kill('SIGKILL'), quitMs)
  await ended
  clearTimeout(killer)
}
