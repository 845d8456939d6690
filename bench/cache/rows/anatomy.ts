import { mkdirSync, rmSync } from 'node:fs'
import { quantileOfSorted } from '../../../core/stats/percentile'
import { type AppWindow, installedChromium, modelReady, openInBrowser, sendMessage } from '../../engine/app-window'
import { openDisplay } from '../../engine/display'
import type { Rounds } from '../../engine/rounds'
import { amount, atMost, missing, type Row, ratioOf } from '../../engine/row'
import { workFolder } from '../../paths'
import { longConversation, longTitle } from '../../ui/long-conversation'
import { installProbe } from '../../ui/page-probe'

const contextTokens = 131_072
const messages = 2300
const scrubMs = 4000
const frameMs = 1000 / 60
const speed = { tokensPerSecond: 2000, prefillTokensPerSecond: 1_000_000, loadMs: 50, trainedTokens: contextTokens }

export async function anatomyRows(rounds: Rounds): Promise<Row[]> {
  const what = `anatomy of ${contextTokens.toLocaleString('en')} cells: frames while the timeline is moved`
  const chromium = installedChromium()
  const display = await openDisplay()
  if (!chromium) return [missing(what, 'no Chromium: set CHROMIUM to its path')]
  mkdirSync(workFolder, { recursive: true })
  const folder = longConversation(messages, contextTokens)
  const env = { ...('missing' in display ? {} : display.env), HEADROOM_DATA: folder, HEADROOM_FAKE_ENGINE: JSON.stringify(speed) }
  const app = await openInBrowser(chromium, 'missing' in display)(env, undefined)
  try {
    const cells = await openAnatomy(app)
    const p95: number[] = []
    await rounds.play('anatomy', { round: async () => void p95.push(await scrub(app)) })
    return [
      {
        what,
        ours: amount(p95, 'ms', 'p95'),
        theirs: amount(
          p95.map(() => frameMs),
          'ms',
          'frame',
        ),
        ratio: ratioOf(
          p95,
          p95.map(() => frameMs),
        ),
        aim: atMost(1.2),
        note: `In Chromium without a GPU, window of 1280 x 800; ${cells}.`,
      },
    ]
  } finally {
    await app.close()
    if ('close' in display) display.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openAnatomy({ page }: AppWindow): Promise<string> {
  await modelReady(page, 'Pocket')
  await page.evaluate(installProbe)
  await page.getByRole('button', { name: longTitle, exact: true }).click()
  for (const text of ['Go on.', 'And on.', 'And on from there.']) {
    await sendMessage(page, text)
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached', timeout: 60_000 })
  }
  await page.getByRole('button', { name: 'Anatomy: every cell' }).click()
  await page.getByRole('slider', { name: 'Turn' }).focus()
  return (await page.getByTestId('moment').innerText()).toLowerCase()
}

/** Returns the 95th percentile of the gaps between frames, in ms. */
async function scrub({ page }: AppWindow): Promise<number> {
  await page.evaluate(() => window.headroomProbe?.start())
  const until = Date.now() + scrubMs
  while (Date.now() < until) for (const key of ['Home', 'ArrowRight', 'End', 'ArrowLeft']) await page.keyboard.press(key)
  const figures = await page.evaluate(() => window.headroomProbe?.stop())
  if (!figures) throw new Error('Expected the probe to answer')
  return quantileOfSorted(Float64Array.from(figures.frameMs).sort(), 0.95)
}
