import type { Page } from '@playwright/test'
import type { AppCommand } from '../core/contract/commands/app-commands'
import { defaultShortcuts } from '../core/shortcuts/shortcuts'
import { isFresh, newestText, removeConversation, storeConversation } from './data-folder'
import { DesktopHost } from './desktop-host'
import { hostPlatform, isUnderWine } from './host-node'
import type { RunningHost, SavedFile } from './running-host'
import { WebHost } from './web-host'

/** Time limit for an engine to start, load and answer. */
const startMs = isUnderWine ? 120_000 : 30_000

export type HostKind = 'web' | 'electron'

export class Headroom {
  private host: RunningHost
  private readonly stored: string[] = []
  /** Set if the app's state has changed in a way that neither a file shows nor `renew` can undo. */
  isUsed = false
  /** Set if the host may have conversations. */
  private hasAsked = false

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
    await this.page.getByRole('button', { name: 'Details for experts' }).dispatchEvent('click')
    await this.page.getByRole('button', { name: /^(Fewer details|Weniger Details)$/ }).waitFor()
  }
  /** Returns false if the next test cannot use this app, because of stored data or a used engine. */
  async renew(): Promise<boolean> {
    for (const id of this.stored.splice(0)) removeConversation(this.folder, id)
    if (this.isUsed || !isFresh(this.folder, this.hasAsked)) return false
    await this.renewPage()
    if (this.hasAsked) {
      await this.deleteConversations()
      await this.renewPage()
      this.hasAsked = false
    }
    const isEmpty =
      (await this.isReady()) &&
      (await this.page.getByText('Conversations appear here.').isVisible()) &&
      (await this.page.getByLabel('Message', { exact: true }).inputValue()) === '' &&
      (await this.page.getByRole('alert').count()) === 0
    return isEmpty && isFresh(this.folder)
  }
  private async renewPage(): Promise<void> {
    await this.host.renewPage()
    await this.page.setViewportSize({ width: 1280, height: 800 })
  }
  /** Deletes all conversations in the window, so that the engine erases their cells, too. */
  private async deleteConversations(): Promise<void> {
    const { page } = this
    const menus = page.getByRole('navigation').getByRole('button', { name: /^More about / })
    const bin = page.getByRole('region', { name: 'Recently deleted' })
    await page.getByText('Conversations appear here.').or(menus.first()).waitFor()
    if ((await menus.count()) > 0) {
      await menus.first().press('Enter')
      await page.getByRole('menuitem', { name: 'Select' }).press('Enter')
      const selection = page.getByRole('toolbar', { name: 'Selected conversations' })
      await selection.getByRole('button', { name: 'Select all' }).click()
      await selection.getByRole('button', { name: 'Delete' }).click()
      await menus.first().waitFor({ state: 'detached' })
    }
    if ((await bin.count()) === 0) return
    await bin.getByRole('button', { name: /^Recently deleted/ }).click()
    await bin.getByRole('button', { name: 'Delete all for good' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
    await bin.waitFor({ state: 'detached' })
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
  readonly answerSaveDialog = (path?: string) => this.desktop.answerSaveDialog(path)
  readonly chooseInMenu = (label: string): Promise<void> => this.desktop.chooseInMenu(label)
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
    this.hasAsked = true
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
  /** Where a paragraph of Markdown ends can change as long as text arrives. */
  async answerWords(): Promise<string> {
    return (await this.answerText()).replace(/\s+/g, ' ')
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
