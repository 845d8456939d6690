/** Uses Chromium's debugging port, because the shipped program disables Node's debugger. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from './checkout.mjs'

const startMs = 60_000

export function packagedProgram() {
  const programs = {
    linux: () => 'linux-unpacked/headroom',
    win32: () => 'win-unpacked/Headroom.exe',
    darwin: (folders) => join(folders.find((name) => /^mac/.test(name)) ?? 'mac', 'Headroom.app/Contents/MacOS/Headroom'),
  }
  const release = join(root, 'release')
  const program = join(release, programs[process.platform](existsSync(release) ? readdirSync(release) : []))
  if (!existsSync(program)) throw new Error(`Expected ${program}: run "npm run package -- --dir" first, or pass the program's path`)
  return program
}

/** Uses a new profile, so that no user data is read or changed. As root, Chromium needs --no-sandbox. */
export function launch(program, home, args) {
  const { ELECTRON_RUN_AS_NODE, HEADROOM_DATA, ...inherited } = process.env
  const env = process.platform === 'linux' ? { ...inherited, HOME: home, XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '' } : inherited
  const switches = [`--user-data-dir=${join(home, 'user data')}`, '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  return spawn(program, [...switches, ...args], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Throws an error with the program's output if no window opens. */
export async function start(program, home) {
  const child = launch(program, home, ['--remote-debugging-port=0'])
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log += chunk
    })
  const until = Date.now() + startMs
  const soon = async (what, find) => {
    for (;;) {
      const found = await find()
      if (found) return found
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The program ended (${child.signalCode ?? child.exitCode}):\n${log}`)
      if (Date.now() > until) throw new Error(`No ${what} after ${startMs / 1000} s:\n${log}`)
      await delay(100)
    }
  }
  const address = await soon('debugging port', () => /DevTools listening on ws:\/\/([^/\s]+)/.exec(log)?.[1])
  // A debugger that attaches before the window exists would keep it from opening.
  await soon('window', async () => (await (await fetch(`http://${address}/json`)).json()).some(({ url }) => url.startsWith('app://')))
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.connectOverCDP(`http://${address}`)
  const session = await browser.newBrowserCDPSession()
  return {
    child,
    page: browser.contexts()[0].pages()[0],
    log: () => log,
    // The program may exit before it answers.
    close: () => session.send('Browser.close').catch(() => {}),
  }
}

/** `child` is undefined if another process started the program. */
export async function attach(child, port, patienceMs) {
  const until = Date.now() + patienceMs
  for (;;) {
    const pages = await fetch(`http://127.0.0.1:${port}/json`).then(
      (response) => response.json(),
      () => [],
    )
    if (pages.some(({ url }) => url.startsWith('app://'))) break
    if (child && child.exitCode !== null) throw new Error(`The program ended with ${child.exitCode}`)
    if (Date.now() > until) throw new Error(`No window after ${patienceMs / 1000} s`)
    await delay(200)
  }
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  return { page: browser.contexts()[0].pages()[0] }
}

export function resourcesOf(program) {
  return join(dirname(program), process.platform === 'darwin' ? '../Resources' : 'resources')
}

export async function commandLine(program, home, args) {
  const child = spawn(program, [join(resourcesOf(program), 'app.asar/out/cli/index.mjs'), ...args], {
    cwd: home,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', HEADROOM_DATA: join(home, 'cli data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`Expected the command line to end with 0, got ${code}: ${errors}`)
  return output
}
