import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { holdingBack } from '../../e2e/desktop-host'
import { cliEntry, root, workFolder } from '../paths'

export interface AppWindow {
  readonly page: Page
  /** Electron's main process or the headless host. */
  readonly hostPid: number
  /** In the browser, leaves the page. On the desktop, hides the window. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

export type OpenWindow = (env: Readonly<Record<string, string>>, modelPath: string | undefined) => Promise<AppWindow>

const viewport = { width: 1280, height: 800 }
/** Chromium's sandbox does not work for root. */
const browserArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const installedChromium = (): string | undefined =>
  [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path && existsSync(path))

export const openInBrowser =
  (executablePath: string, headless: boolean): OpenWindow =>
  async (env, modelPath) => {
    const host = spawn(process.execPath, [cliEntry, 'serve'], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const url = await printedLink(host)
      const { chromium } = await import('@playwright/test')
      const browser = await chromium.launch({ executablePath, headless, args: browserArgs, env: environment(env) })
      const page = await browser.newPage({ viewport })
      await page.goto(url)
      if (modelPath !== undefined) {
        await page.getByRole('button', { name: 'Models', exact: true }).click()
        await page.getByLabel('Model file path').fill(modelPath)
        await page.getByRole('button', { name: 'Open', exact: true }).click()
      }
      const close = async () => {
        await browser.close()
        host.kill()
        await once(host, 'exit')
      }
      const leave = async () => void (await page.goto('about:blank'))
      const comeBack = async () => void (await page.goto(url))
      return { page, hostPid: host.pid as number, leave, comeBack, close }
    } catch (error) {
      host.kill()
      throw error
    }
  }

export const openInElectron =
  (executablePath: string): OpenWindow =>
  async (env, modelPath) => {
    const { _electron } = await import('@playwright/test')
    const profile = mkdtempSync(join(workFolder, 'profile-'))
    const own = ['--disable-gpu', `--user-data-dir=${profile}`]
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const args = [...holdingBack, ...sandbox, ...own, root, ...(modelPath === undefined ? [] : [modelPath])]
    const electron = await _electron.launch({ executablePath, args, cwd: root, env: environment(env) })
    const page = await electron.firstWindow()
    const leave = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    const comeBack = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show())
    const close = async () => {
      await electron.close()
      rmSync(profile, { recursive: true, force: true })
    }
    return { page, hostPid: electron.process().pid as number, leave, comeBack, close }
  }

const environment = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  ...env,
})

async function printedLink({ stdout }: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of stdout ?? []) {
    text += String(chunk)
    const [link] = /http:\S+/.exec(text) ?? []
    if (link) return link
  }
  throw new Error(`Expected the link of the headless host, got "${text}"`)
}

export async function modelReady(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).waitFor()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByPlaceholder('Write a message').waitFor()
}

export async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

export const shownCharacters = async (page: Page): Promise<number> => (await page.getByRole('article').last().innerText()).length
