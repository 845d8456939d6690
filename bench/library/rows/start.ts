import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sendMessage } from '../../engine/app-window'
import { openDisplay } from '../../engine/display'
import type { Rounds } from '../../engine/rounds'
import { amount, missing, type Row } from '../../engine/row'
import { workFolder } from '../../paths'
import { type PackagedApp, packagedApp } from '../packaged-app'

const what = 'start of the packaged app'

interface Moments {
  readonly picture: number
  readonly ready: number
  readonly token: number
}

export async function startRows(rounds: Rounds): Promise<Row[]> {
  const app = await packagedApp()
  if ('missing' in app) return [missing(what, app.missing)]
  const display = await openDisplay()
  if ('missing' in display) return [missing(what, display.missing)]
  Object.assign(process.env, display.env)
  mkdirSync(workFolder, { recursive: true })
  try {
    const measured: Moments[] = []
    await rounds.play('start', {
      round: async () => {
        measured.push(await startOnce(app))
      },
    })
    const row = (to: string, of: keyof Moments, note: string | null = null): Row => ({
      what: `${what} ${to}`,
      ours: amount(
        measured.map((moments) => moments[of]),
        'ms',
      ),
      theirs: null,
      ratio: null,
      aim: null,
      note,
    })
    return [
      row(
        'to its first frame',
        'picture',
        'Each start has a new home folder, so it is a first start. The program’s files are in the page cache.',
      ),
      row('until the embedded model accepts a message', 'ready'),
      row('to the first token of an answer, with a message sent at once', 'token'),
    ]
  } finally {
    display.close()
  }
}

async function startOnce(app: PackagedApp): Promise<Moments> {
  const home = mkdtempSync(join(workFolder, 'home-'))
  const startedAtMs = Date.now()
  const { page, child, close } = await app.start(home)
  try {
    await page.getByPlaceholder('Write a message').waitFor()
    const ready = Date.now() - startedAtMs
    await sendMessage(page, 'What is the KV cache?')
    await page.waitForFunction(() => (document.querySelector('article:last-of-type')?.textContent ?? '').length > 0)
    const token = Date.now() - startedAtMs
    const pictureAtMs = await page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return performance.timeOrigin + (paint?.startTime ?? Number.NaN)
    })
    return { picture: pictureAtMs - startedAtMs, ready, token }
  } finally {
    const exit = once(child, 'exit')
    await close()
    await exit
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
