import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Browser, chromium, type Page } from '@playwright/test'
import { hostNode, isUnderWine } from './host-node'
import { nodeHeap } from './memory-search'
import { childrenOf, processesWith } from './processes'
import { type RunningHost, root, type SavedFile } from './running-host'

/** Without lookups and updates. As root, Chromium needs --no-sandbox. */
const browserArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The browser starts faster without a spare renderer and without pages for the address bar's suggestions.
  '--disable-features=SpareRendererForSitePerProcess,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

let browser: Promise<Browser> | undefined
const sharedBrowser = () => {
  browser ??= chromium.launch({ args: browserArgs, ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}) })
  return browser
}

export class WebHost implements RunningHost {
  private child: ChildProcess | undefined
  private current: Page | undefined
  log = ''
  url = new URL('http://127.0.0.1')

  constructor(
    private readonly folder: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  get page(): Page {
    if (!this.current) throw new Error('Expected start() first')
    return this.current
  }

  async start(): Promise<void> {
    await this.serve()
    await this.openPage()
  }

  async renewPage(): Promise<void> {
    await this.current?.context().close()
    this.log = ''
    await this.openPage()
  }

  private async openPage(): Promise<void> {
    // Chromium's window lets a page write to the clipboard after a click. The headless shell needs the permission.
    const context = await (await sharedBrowser()).newContext({ acceptDownloads: true, permissions: ['clipboard-write'] })
    this.current = await context.newPage()
    this.current.on('console', (message) => {
      this.log += `[page] ${message.type()} ${message.text()}\n`
    })
    await this.current.goto(this.url.href)
  }

  /** Starts another host on the same port. The page stays open. */
  async restartBehindPage(): Promise<void> {
    const gone = this.child && once(this.child, 'exit')
    this.child?.kill('SIGKILL')
    await gone
    await this.serve(['--port', this.url.port])
  }

  private async serve(args: readonly string[] = []): Promise<void> {
    const child = spawn(hostNode, [join(root, 'out/cli/index.mjs'), 'serve', '--data', join(this.folder, 'data'), ...args], {
      // Windows has no SIGTERM, so the host quits when its channel closes.
      stdio: ['pipe', 'pipe', 'pipe', process.platform === 'win32' ? 'ipc' : 'ignore'],
      env: { ...process.env, ...this.environment },
    })
    this.child = child
    child.stderr?.on('data', (chunk) => {
      this.log += String(chunk)
    })
    let printed = ''
    while (!/http:\S+/.test(printed)) {
      const [chunk] = await Promise.race([
        once(child.stdout as Readable, 'data'),
        once(child, 'exit').then(() => {
          throw new Error(`The headless host ended: ${this.log}`)
        }),
      ])
      printed += String(chunk)
    }
    this.log += printed
    this.url = new URL(/http:\S+/.exec(printed)?.[0] ?? '')
  }

  async stop(): Promise<void> {
    await this.current?.context().close()
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return
    const gone = once(this.child, 'exit')
    if (process.platform === 'win32') this.child.disconnect()
    else this.child.kill(isUnderWine ? 'SIGINT' : 'SIGTERM')
    await gone
  }

  kill(): void {
    this.child?.kill('SIGKILL')
    void this.current?.context().close()
  }

  killAlone(): void {
    this.child?.kill('SIGKILL')
  }

  async enginePid(): Promise<number> {
    const home = this.environment.HEADROOM_HOME
    const ours = isUnderWine ? processesWith(`HEADROOM_HOME=${home}`) : childrenOf(this.child?.pid ?? -1)
    const engine = ours.find(({ command }) => /engine[\\/]index\.mjs/.test(command))
    if (!engine) throw new Error('No engine process')
    return engine.pid
  }

  heap(folder: string): Promise<string> {
    return nodeHeap(this.child?.pid ?? -1, folder)
  }

  async allowServers(isAllowed: boolean): Promise<() => Promise<string>> {
    const before = this.log.length
    this.child?.stdin?.write(isAllowed ? 'y\n' : 'n\n')
    return async () => this.log.slice(before)
  }

  async press(shortcut: string): Promise<void> {
    await this.page.keyboard.press(shortcut.replace('Mod', 'ControlOrMeta'))
  }

  async download(act: () => Promise<void>): Promise<SavedFile> {
    const download = this.page.waitForEvent('download')
    await act()
    const file = await download
    return { name: file.suggestedFilename(), path: await file.path() }
  }
}
