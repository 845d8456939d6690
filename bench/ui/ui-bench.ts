import { mkdirSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { quantileOfSorted } from '../../core/stats/percentile'
import { formatBytes, formatCount } from '../../core/text/amounts'
import {
  type AppWindow,
  installedChromium,
  modelReady,
  type OpenWindow,
  openInBrowser,
  openInElectron,
  sendMessage,
} from '../engine/app-window'
import { openDisplay } from '../engine/display'
import { becomesQuiet } from '../engine/quiet'
import { thisMachine } from '../machine'
import { workFolder } from '../paths'
import { say } from '../say'
import { longConversation, longTitle } from './long-conversation'
import { installProbe, type PageFigures } from './page-probe'

const messages = 2000
const contextTokens = 262_144
const ratePerSecond = 300
const streamedTokens = 4500
const flatTokens = 50_000
const flatRatePerSecond = 1500
const opened = 7

interface Measured {
  readonly host: string
  readonly streaming: PageFigures
  readonly openMs: readonly number[]
  readonly heap: { readonly beforeBytes: number; readonly afterBytes: number; readonly textBytes: number }
}

export async function uiBench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { quick: { type: 'boolean' } } })
  mkdirSync(workFolder, { recursive: true })
  const display = await openDisplay()
  const chromium = installedChromium()
  const electron = process.env.ELECTRON_BIN
  const env = 'missing' in display ? {} : display.env
  const hosts: readonly { readonly name: string; readonly open: OpenWindow | string }[] = [
    { name: 'browser', open: chromium ? openInBrowser(chromium, 'missing' in display) : 'no Chromium: set CHROMIUM to its path' },
    {
      name: 'Electron',
      open: 'missing' in display ? display.missing : electron ? openInElectron(electron) : 'no Electron: set ELECTRON_BIN to its path',
    },
  ]
  const measured: Measured[] = []
  try {
    for (const { name, open } of hosts)
      if (typeof open === 'string') say(`${name}: left out, ${open}`)
      else measured.push(await measure(name, open, env, values.quick === true))
  } finally {
    if ('close' in display) display.close()
  }
  process.stdout.write(table(measured))
  return measured.length > 0 ? 0 : 1
}

async function measure(host: string, open: OpenWindow, env: Readonly<Record<string, string>>, quick: boolean): Promise<Measured> {
  const folder = longConversation(messages, contextTokens)
  try {
    const streaming = await withApp(open, env, folder, ratePerSecond, async (app) => {
      say(`${host}: opening ${messages} messages`)
      const openMs = await openings(app)
      say(`${host}: an answer at ${ratePerSecond} tokens/s, with typing`)
      await app.page.getByRole('button', { name: longTitle, exact: true }).click()
      return { openMs, figures: await streamed(app, quick ? streamedTokens / 3 : streamedTokens) }
    })
    say(`${host}: memory over ${quick ? flatTokens / 5 : flatTokens} tokens`)
    const heap = await withApp(open, env, folder, flatRatePerSecond, (app) => memory(app, quick ? flatTokens / 5 : flatTokens))
    return { host, streaming: streaming.figures, openMs: streaming.openMs, heap }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function withApp<T>(
  open: OpenWindow,
  env: Readonly<Record<string, string>>,
  folder: string,
  tokensPerSecond: number,
  work: (app: AppWindow) => Promise<T>,
): Promise<T> {
  const speed = { tokensPerSecond, prefillTokensPerSecond: 1_000_000, loadMs: 50, trainedTokens: contextTokens }
  const app = await open({ ...env, HEADROOM_DATA: folder, HEADROOM_FAKE_ENGINE: JSON.stringify(speed) }, undefined)
  try {
    await modelReady(app.page, 'Pocket')
    await app.page.evaluate(installProbe)
    return await work(app)
  } finally {
    await app.close()
  }
}

async function openings({ page }: AppWindow): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < opened; round++) {
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByText('Tell me a tiny story.').waitFor()
    await becomesQuiet()
    times.push(
      await page.evaluate(
        ([title, last]) =>
          new Promise<number>((resolve) => {
            const item = [...document.querySelectorAll('button')].find((button) => button.textContent === title)
            const started = performance.now()
            item?.click()
            const look = () =>
              [...document.querySelectorAll('article')].some((article) => article.textContent?.includes(last as string))
                ? requestAnimationFrame(() => resolve(performance.now() - started))
                : requestAnimationFrame(look)
            look()
          }),
        [longTitle, `After ${(messages / 2 - 1) * 40} tokens`] as const,
      ),
    )
  }
  return times
}

async function streamed({ page }: AppWindow, tokens: number): Promise<PageFigures> {
  await limitAnswers(page, tokens)
  await becomesQuiet()
  await sendMessage(page, 'Write on.')
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
  await page.evaluate(() => window.headroomProbe?.start())
  const field = page.getByLabel('Message', { exact: true })
  await field.focus()
  const until = Date.now() + (tokens / ratePerSecond) * 1000 - 1500
  while (Date.now() < until) await page.keyboard.type('a sentence that is typed meanwhile ', { delay: 60 })
  const figures = await page.evaluate(() => window.headroomProbe?.stop())
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' })
  if (!figures) throw new Error('Expected the probe to answer')
  return figures
}

async function memory({ page }: AppWindow, tokens: number): Promise<Measured['heap']> {
  const session = await page.context().newCDPSession(page)
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  }
  const answered = () =>
    page
      .getByRole('button', { name: 'Stop', exact: true })
      .waitFor({ state: 'detached', timeout: 10_000 + (tokens / flatRatePerSecond) * 4000 })
  await limitAnswers(page, streamedTokens / 10)
  await sendMessage(page, 'Begin.')
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
  await answered()
  await limitAnswers(page, tokens)
  const before = await heap()
  await sendMessage(page, 'Write on.')
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
  await answered()
  const textBytes = await page.evaluate(() => [...document.querySelectorAll('article')].at(-1)?.textContent?.length ?? 0)
  return { beforeBytes: before, afterBytes: await heap(), textBytes }
}

async function limitAnswers(page: AppWindow['page'], tokens: number): Promise<void> {
  const details = page.getByRole('button', { name: 'Details for experts' })
  if (await details.isVisible()) await details.click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Longest answer in tokens').fill(String(tokens))
  await page.getByRole('tab', { name: 'Cache' }).click()
}

const at = (values: readonly number[], share: number): number => quantileOfSorted(Float64Array.from(values).sort(), share)
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`

function table(measured: readonly Measured[]): string {
  const lines = measured.flatMap(({ host, streaming, openMs, heap }) => {
    const { frameMs, longTaskMs, keyMs, pageMs, keys } = streaming
    // The browser does not list key presses that took less than 16 ms.
    const allKeys = [...keyMs, ...Array.from({ length: Math.max(0, keys - keyMs.length) }, () => 16)]
    const blocked = frameMs.filter((gap) => gap > 50).length
    return [
      [
        host,
        `frames at ${ratePerSecond} tokens/s: p50, p95, p99`,
        [0.5, 0.95, 0.99].map((share) => ms(at(frameMs, share))).join(', '),
        'p95 < 20 ms',
      ],
      [
        host,
        'long tasks (over 50 ms), longest; frames over 50 ms',
        `${longTaskMs.length} in ${formatCount(frameMs.length)} frames, ${ms(Math.max(0, ...longTaskMs))}; ${blocked}`,
        'none at p99',
      ],
      [
        host,
        'typing while it streams: key to frame p50, p95, longest',
        [at(allKeys, 0.5), at(allKeys, 0.95), Math.max(...allKeys)].map(ms).join(', '),
        'never waits',
      ],
      [
        host,
        'of which in the page’s key handlers: p95, longest of keys over 16 ms',
        pageMs.length > 0 ? [at(pageMs, 0.95), Math.max(...pageMs)].map(ms).join(', ') : 'none',
        'never waits',
      ],
      [
        host,
        `opening ${formatCount(messages)} messages: median, longest`,
        `${ms(at(openMs, 0.5))}, ${ms(Math.max(...openMs))}`,
        '< 200 ms',
      ],
      [
        host,
        'memory of the page: before, after',
        `${formatBytes(heap.beforeBytes)}, ${formatBytes(heap.afterBytes)} (${formatCount(heap.textBytes)} characters shown)`,
        'flat',
      ],
    ]
  })
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const { cpu, logicalCores, system, node } = thisMachine()
  return `${[row(['host', 'what', 'measured', 'aim']), row(['---', '---', '---:', '---:']), ...lines.map(row)].join('\n')}\n\n${cpu}, ${logicalCores} logical cores, ${system}, Node ${node}\n`
}
