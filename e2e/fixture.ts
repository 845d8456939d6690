import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import type { AppCommand } from '../core/contract/commands/app-commands'
import { defaultShortcuts } from '../core/shortcuts/shortcuts'
import { isFresh, mountSmallDisk, newestText, removeConversation, storeConversation, unmountDisk } from './data-folder'
import { DesktopHost } from './desktop-host'
import { hostPlatform, isUnderWine } from './host-node'
import type { RunningHost, SavedFile } from './running-host'
import { WebHost } from './web-host'

/** Time limit for an engine to start, load and answer. */
const startMs = isUnderWine ? 120_000 : 30_000

export type HostKind = 'web' | 'electron'
export interface HostOptions {
  readonly hostKind: HostKind
  /** Size of a simulated data disk in MiB. Needs Linux and root. */
  readonly dataDiskMebibytes: number | undefined
  /** Changes to the fake engine's default speed and faults. undefined for llama.cpp. */
  readonly fakeEngine: Readonly<Record<string, number | string>> | undefined
  /** Added to the environment of the app's processes. By default, they have no network and no models of other programs. */
  readonly environment: Readonly<Record<string, string>>
  /** False to start with the plain view of a first start. */
  readonly details: boolean
}

/** For stories about the window alone. undefined in packages and under Wine, which use their real engine. */
export const quickEngine =
  process.env.HEADROOM_PACKAGED || isUnderWine ? undefined : { loadMs: 10, tokensPerSecond: 1000, prefillTokensPerSecond: 20_000 }

export class Headroom {
  private host: RunningHost
  private readonly stored: string[] = []
  /** Set if the app's state has changed in a way that no file shows. */
  isUsed = false

  constructor(
    private readonly kind: HostKind,
    readonly folder: string,
    private readonly environment: Readonly<Record<string, string>> = {},
  ) {
    this.host = this.newHost()
  }

  private newHost(): RunningHost {
    return this.kind === 'web' ? new WebHost(this.folder, this.environment) : new DesktopHost(this.folder, this.environment)
  }

  get page(): Page {
    return this.host.page
  }
  /** undefined on the desktop. */
  get url(): URL | undefined {
    return this.host instanceof WebHost ? this.host.url : undefined
  }

  async start(args: readonly string[] = []): Promise<void> {
    await this.host.start(args)
    await this.page.setViewportSize({ width: 1280, height: 800 })
  }
  /** Most stories are about what the details show. */
  async showDetails(): Promise<void> {
    // Unlike a click, an event leaves the focus and the pointer where they are.
    await this.page.getByRole('button', { name: 'Details', exact: true }).dispatchEvent('click')
    await this.page.getByRole('button', { name: /^(Fewer details|Weniger Details)$/ }).waitFor()
  }
  /** Returns false if the next test cannot use this app, because of stored data or a used engine. */
  async renew(): Promise<boolean> {
    for (const id of this.stored.splice(0)) removeConversation(this.folder, id)
    if (this.isUsed || !isFresh(this.folder)) return false
    await this.host.renewPage()
    await this.page.setViewportSize({ width: 1280, height: 800 })
    const isEmpty =
      (await this.isReady()) &&
      (await this.page.getByText('Conversations appear here.').isVisible()) &&
      (await this.page.getByLabel('Message', { exact: true }).inputValue()) === '' &&
      (await this.page.getByRole('alert').count()) === 0
    return isEmpty && isFresh(this.folder)
  }
  storedText(): string {
    return newestText(this.folder)
  }
  /** The texts alternate between user and model. */
  async storeConversation(title: string, texts: readonly string[]): Promise<void> {
    // Wine and Linux cannot share an open database.
    if (isUnderWine) await this.stop()
    this.stored.push(storeConversation(this.folder, title, texts))
    if (isUnderWine) await this.startAgain()
    else await this.page.reload()
  }
  async restart(): Promise<void> {
    await this.stop()
    await this.startAgain()
  }
  killApp(): void {
    this.isUsed = true
    this.host.kill()
  }
  killAlone(): void {
    this.isUsed = true
    this.host.killAlone()
  }
  async startAgain(): Promise<void> {
    this.isUsed = true
    this.host = this.newHost()
    await this.start()
  }
  async restartBehindPage(): Promise<void> {
    this.isUsed = true
    if (!(this.host instanceof WebHost)) throw new Error('Expected the headless host')
    await this.host.restartBehindPage()
  }
  /** On Windows, every signal acts like SIGKILL. */
  async killEngine(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.isUsed = true
    process.kill(await this.host.enginePid(), hostPlatform() === 'win32' ? 'SIGKILL' : signal)
  }
  enginePid(): Promise<number> {
    this.isUsed = true
    return this.host.enginePid()
  }
  heap(folder: string): Promise<string> {
    return this.host.heap(folder)
  }
  async stop(): Promise<void> {
    this.isUsed = true
    await this.host.stop()
  }
  press(shortcut: string): Promise<void> {
    return this.host.press(shortcut)
  }
  shortcut(command: AppCommand): Promise<void> {
    return this.press(defaultShortcuts(this.kind === 'web' ? 'web' : 'desktop')[command])
  }
  download(act: () => Promise<void>): Promise<SavedFile> {
    return this.host.download(act)
  }
  watchDesktopFiles(): Promise<() => Promise<readonly string[]>> {
    this.isUsed = true
    return this.desktop.watchFiles()
  }
  /** The returned function says whether the desktop window refused the page's next navigation. */
  readonly watchNavigation = (): Promise<() => Promise<boolean>> => this.desktop.watchNavigation()
  private get desktop(): DesktopHost {
    if (!(this.host instanceof DesktopHost)) throw new Error('Expected the desktop')
    return this.host
  }
  readonly allowServers = (isAllowed: boolean): Promise<() => Promise<string>> => this.host.allowServers(isAllowed)
  get log(): string {
    return this.host.log
  }

  async ready(): Promise<void> {
    await this.page.getByPlaceholder('Write a message').waitFor({ timeout: startMs })
  }
  private isReady(): Promise<boolean> {
    return this.ready().then(
      () => true,
      () => false,
    )
  }
  async send(text: string): Promise<void> {
    this.isUsed = true
    const field = this.page.getByLabel('Message', { exact: true })
    await field.fill(text)
    await field.press('Enter')
  }
  /** Finds the answer by its number, because long threads render only visible messages. */
  async ask(text: string): Promise<void> {
    const position = (await this.messageCount()) + 2
    await this.send(text)
    const answer = this.page.locator(`article[aria-posinset="${position}"]`)
    await answer.getByRole('button', { name: 'Copy the answer' }).waitFor({ timeout: startMs })
  }
  async messageCount(): Promise<number> {
    if ((await this.page.getByRole('article').count()) === 0) return 0
    return Number(await this.lastMessage.getAttribute('aria-setsize'))
  }
  /** A model that must not end can write the marker of a call or of reasoning, so that its answer has several texts. */
  async answerText(message = this.lastMessage): Promise<string> {
    return (await message.getByTestId('answer-text').allInnerTexts()).join('')
  }
  get lastMessage() {
    return this.page.getByRole('article').last()
  }

  async showModels(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('button', { name: 'Models', exact: true }).click()
  }
  async showPlanner(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('button', { name: 'Planner', exact: true }).click()
    await this.figure('Cache').waitFor()
  }
  async showLab(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('button', { name: 'Lab', exact: true }).click()
    await this.page.getByRole('heading', { name: 'Lab' }).waitFor()
  }
  async showCompare(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('button', { name: 'Compare', exact: true }).click()
    await this.page.getByRole('form', { name: 'New comparison' }).waitFor()
  }
  figure(name: string) {
    return this.page.getByRole('button', { name: new RegExp(`^${name}: (about )?[\\d,]+ `) })
  }
  /** Unfolds all groups. */
  async openSettings(): Promise<void> {
    await this.page.getByRole('button', { name: 'Model settings' }).first().click()
    await this.page.getByRole('group', { name: 'Sampling' }).waitFor()
    const folded = this.page.locator('details:not([open]):has(> fieldset) > summary')
    while ((await folded.count()) > 0) await folded.first().click()
  }
  async choose(label: string, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: label }).click()
    await this.page.getByRole('option', { name: option }).click()
  }
  /** Makes answers take half a minute, so that a test can interrupt them. */
  async makeAnswersLong(): Promise<void> {
    await this.openSettings()
    await this.page.getByRole('switch', { name: 'Never end' }).click()
    await this.page.getByLabel('Context in tokens').fill('32768')
    await this.page.getByRole('button', { name: 'Apply' }).click()
    await this.page.getByRole('tab', { name: 'Cache' }).click()
    await this.page.getByText('of 32,768 cells').waitFor({ timeout: startMs })
    await this.ready()
  }

  /** Drops a file with its path, as a file manager does. Chromium sometimes loses the drop while the page is busy, so this repeats it. */
  async drop(path: string): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page)
    const data = { items: [], files: [path], dragOperationsMask: 1 }
    const received = await this.page.evaluateHandle(() => {
      const drops = { count: 0 }
      window.addEventListener('drop', () => drops.count++, { once: true, capture: true })
      return drops
    })
    let tries = 5
    do
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await session.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data })
    while ((await received.evaluate(({ count }) => count)) === 0 && --tries > 0)
    await session.detach()
  }
}

interface Fixtures {
  /** In the state after a first start, while the embedded model loads. May be the app of an earlier test (see `SpareApp`). */
  readonly app: Headroom
  readonly page: Page
}

/** Keeps the app of a worker's last test, because starting the app takes longer than most tests. */
class SpareApp {
  private kept: { readonly app: Headroom; readonly options: string } | undefined

  keep(app: Headroom, options: string): void {
    this.kept = { app, options }
  }
  async take(options: string): Promise<Headroom | undefined> {
    const { kept } = this
    this.kept = undefined
    if (!kept) return undefined
    if (kept.options === options && !isUnderWine && (await kept.app.renew())) return kept.app
    await end(kept.app)
    return undefined
  }
}

async function end(app: Headroom, hasDisk = false): Promise<void> {
  await app.stop()
  if (hasDisk) unmountDisk(join(app.folder, 'data'))
  rmSync(app.folder, { recursive: true, force: true, maxRetries: 5 })
}

interface WorkerFixtures extends Pick<HostOptions, 'hostKind'> {
  readonly spareApp: SpareApp
}

export const test = base.extend<Fixtures & Omit<HostOptions, 'hostKind'>, WorkerFixtures>({
  hostKind: ['web', { option: true, scope: 'worker' }],
  spareApp: [
    async ({ hostKind: _ }, use) => {
      const spare = new SpareApp()
      await use(spare)
      await spare.take('')
    },
    { scope: 'worker' },
  ],
  dataDiskMebibytes: [undefined, { option: true }],
  fakeEngine: [undefined, { option: true }],
  environment: [{}, { option: true }],
  details: [true, { option: true }],
  app: async ({ hostKind, spareApp, dataDiskMebibytes, fakeEngine, environment, details }, use, info) => {
    test.skip(fakeEngine !== undefined && Boolean(process.env.HEADROOM_PACKAGED), 'the package has no fake engine')
    const options = JSON.stringify({ fakeEngine, environment, details })
    const spare = dataDiskMebibytes === undefined ? await spareApp.take(options) : undefined
    const folder = spare?.folder ?? mkdtempSync(join(tmpdir(), 'headroom-e2e-'))
    if (dataDiskMebibytes !== undefined) {
      test.skip(process.platform !== 'linux' || process.getuid?.() !== 0, 'mounting a small disk needs Linux and root')
      mountSmallDisk(join(folder, 'data'), dataDiskMebibytes)
    }
    const app =
      spare ??
      new Headroom(hostKind, folder, {
        HEADROOM_OFFLINE: '1',
        HEADROOM_HOME: join(folder, 'home'),
        ...(fakeEngine ? { HEADROOM_FAKE_ENGINE: JSON.stringify(fakeEngine) } : {}),
        ...environment,
      })
    if (!spare) {
      await app.start()
      if (details) await app.showDetails()
    }
    await use(app)
    const isPassed = info.status === info.expectedStatus
    if (!isPassed) {
      await info.attach('log', { body: app.log, contentType: 'text/plain' })
      await app.page.screenshot({ path: info.outputPath('failed.png') }).catch(() => {})
    }
    if (isPassed && !app.isUsed && dataDiskMebibytes === undefined) spareApp.keep(app, options)
    else await end(app, dataDiskMebibytes !== undefined)
  },
  page: async ({ app }, use) => use(app.page),
})
export { expect } from '@playwright/test'
