/** ELECTRON_BIN is the path of Electron, by default the project's own. */
import type { ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { ownDisplay } from './own-display'
import { childrenOf } from './processes'
import { type RunningHost, root, type SavedFile } from './running-host'

/** As root, Electron needs --no-sandbox. */
const launchArgs = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]

/**
 * Pauses the app until Playwright is attached. With ELECTRON_BIN, Playwright does not add this loader, and then misses about one window
 * in twenty.
 */
export const holdingBack =
  process.env.ELECTRON_BIN && !process.env.HEADROOM_PACKAGED
    ? ['-r', join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'lib/server/electron/loader.js')]
    : []

const windowMs = 30_000

export class DesktopHost implements RunningHost {
  private app: ElectronApplication | undefined
  /** Stored, because a killed app no longer reports its process. */
  private main: ChildProcess | undefined
  private current: Page | undefined
  private downloads = 0
  log = ''

  constructor(
    private readonly folder: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  get page(): Page {
    if (!this.current) throw new Error('Expected start() first')
    return this.current
  }
  get electron(): ElectronApplication {
    if (!this.app) throw new Error('Expected start() first')
    return this.app
  }

  async start(args: readonly string[]): Promise<void> {
    const { ELECTRON_RUN_AS_NODE, HEADROOM_DATA, ...env } = process.env as Record<string, string>
    this.app = await _electron.launch({
      ...(process.env.ELECTRON_BIN ? { executablePath: process.env.ELECTRON_BIN } : {}),
      args: [...holdingBack, ...launchArgs, `--user-data-dir=${this.folder}`, ...(process.env.HEADROOM_PACKAGED ? [] : [root]), ...args],
      cwd: root,
      env: { ...env, ...(await ownDisplay()), ...this.environment },
    })
    this.main = this.app.process()
    for (const stream of [this.main.stdout, this.main.stderr])
      stream?.on('data', (chunk) => {
        this.log += String(chunk)
      })
    this.current = await this.app.firstWindow({ timeout: windowMs }).catch((error: unknown) => {
      throw new Error(`No window came. The app wrote: ${this.log || 'nothing'}`, { cause: error })
    })
    this.current.on('console', (message) => {
      this.log += `[page] ${message.type()} ${message.text()}\n`
    })
  }

  async renewPage(): Promise<void> {
    this.log = ''
    await this.electron.evaluate(({ session }) => session.defaultSession.clearStorageData())
    await this.page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null })
    await this.page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await this.page.reload()
  }

  async stop(): Promise<void> {
    await this.app?.close().catch(() => {})
  }

  kill(): void {
    const pid = this.main?.pid
    if (pid === undefined) return
    // Listed before the kill, because children are found by their parent.
    const children = childrenOf(pid)
    for (const child of [pid, ...children.map((child) => child.pid)])
      try {
        process.kill(child, 'SIGKILL')
      } catch {
        // The process has already ended.
      }
  }

  killAlone(): void {
    const pid = this.main?.pid
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }

  async enginePid(): Promise<number> {
    const pid = await this.electron.evaluate(({ app }) => app.getAppMetrics().find((metric) => metric.name === 'Headroom engine')?.pid)
    if (pid === undefined) throw new Error('No engine process')
    return pid
  }

  async heap(folder: string): Promise<string> {
    const path = join(folder, 'main.heapsnapshot')
    await this.electron.evaluate((_, file) => process.takeHeapSnapshot(file), path)
    const text = readFileSync(path, 'utf8')
    rmSync(path)
    return text
  }

  /** Sends keys to the window, because Playwright's keys do not reach the menu. */
  async press(shortcut: string): Promise<void> {
    const keys = shortcut.split('+')
    const event = {
      keyCode: keys.pop() ?? '',
      modifiers: keys.map((key) => (key === 'Mod' ? (process.platform === 'darwin' ? 'meta' : 'control') : key.toLowerCase()) as 'shift'),
    }
    await this.electron.evaluate(({ BrowserWindow }, pressed) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      for (const type of ['keyDown', 'keyUp'] as const) contents?.sendInputEvent({ type, ...pressed })
    }, event)
  }

  /** Chooses in the menu of the window. */
  async chooseInMenu(label: string): Promise<void> {
    await this.electron.evaluate(({ Menu }, chosen) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? [])
      const item = items?.find((candidate) => candidate.label === chosen)
      if (!item) throw new Error(`The menu has no item ${chosen}`)
      item.click()
    }, label)
  }

  /** Saves at `path`. `asked` says what the last dialog would have shown. */
  async answerSaveDialog(
    path = join(this.folder, 'saved.pdf'),
  ): Promise<{ readonly path: string; readonly asked: () => Promise<Electron.SaveDialogOptions> }> {
    const last = await this.electron.evaluateHandle(({ dialog }, filePath) => {
      const shown: { options: Electron.SaveDialogOptions } = { options: {} }
      dialog.showSaveDialog = (async (_window: unknown, options: Electron.SaveDialogOptions) => {
        shown.options = options
        return { canceled: false, filePath }
      }) as typeof dialog.showSaveDialog
      return shown
    }, path)
    return { path, asked: () => last.evaluate(({ options }) => options) }
  }

  /** Replaces the system's trash and file manager, which tests cannot inspect. */
  async watchFiles(): Promise<() => Promise<readonly string[]>> {
    const given = await this.electron.evaluateHandle(({ shell }) => {
      const calls: string[] = []
      shell.trashItem = async (path) => void calls.push(`bin ${path}`)
      shell.showItemInFolder = (path) => void calls.push(`show ${path}`)
      return calls
    })
    return () => given.jsonValue()
  }

  /** This listener runs after the app's own listeners. */
  async watchNavigation(): Promise<() => Promise<boolean>> {
    const decision = await this.electron.evaluateHandle(({ BrowserWindow }) => ({
      isRefused: new Promise<boolean>((resolve) => {
        BrowserWindow.getAllWindows()[0]?.webContents.once('will-navigate', (event) => resolve(event.defaultPrevented))
      }),
    }))
    return () => decision.evaluate(({ isRefused }) => isRefused)
  }

  /** Replaces the system's dialog, which tests cannot click. */
  async allowServers(isAllowed: boolean): Promise<() => Promise<string>> {
    const asked = await this.electron.evaluateHandle(
      ({ dialog }, answer) => {
        const question = { text: '' }
        dialog.showMessageBox = (async (_window: unknown, { message, detail, buttons }: Electron.MessageBoxOptions) => {
          question.text = `${message}\n${detail}`
          return { response: buttons?.indexOf(answer) ?? -1, checkboxChecked: false }
        }) as typeof dialog.showMessageBox
        return question
      },
      isAllowed ? 'Allow' : 'Do not allow',
    )
    return () => asked.evaluate(({ text }) => text)
  }

  async download(act: () => Promise<void>): Promise<SavedFile> {
    const path = join(this.folder, `saved-${++this.downloads}`)
    // The listener must exist before the action, because the two use different channels.
    const saving = await this.electron.evaluateHandle(
      ({ session }, savePath) => ({
        name: new Promise<string>((resolve) => {
          session.defaultSession.once('will-download', (_event, item) => {
            const name = item.getFilename()
            item.setSavePath(savePath)
            item.once('done', () => resolve(name))
          })
        }),
      }),
      path,
    )
    await act()
    return { name: await saving.evaluate(({ name }) => name), path }
  }
}
