/** What an open window that draws the answer costs the engine: decode with it, against the same engine without a window. */
import { setTimeout as sleep } from 'node:timers/promises'
import { promptOf, type RandomModel } from '../../random-models'
import { AppData } from '../app-data'
import { installedChromium, modelReady, type OpenWindow, openInBrowser, openInElectron, sendMessage, shownCharacters } from '../app-window'
import { openDisplay } from '../display'
import { benchSampling, benchSettings, withEngine } from '../engine-under-test'
import type { Rounds } from '../rounds'
import { amount, atLeast, missing, type Row, ratioOf } from '../row'
import { turnWish } from './quiet-turns'

/** Long enough for the window to fill and scroll. */
const outputTokens = 513
const cells = turnWish.promptTokens + outputTokens

interface Figures {
  readonly window: { readonly decode: number; readonly threads: number }
  readonly headless: { readonly decode: number; readonly threads: number }
}

/** `threads`: on both sides, so that two calibrations cannot differ. They are still lowered while the machine is busy. */
export async function windowRows(rounds: Rounds, model: RandomModel, threads: number): Promise<Row[]> {
  const display = await openDisplay()
  const chromium = installedChromium()
  const electron = process.env.ELECTRON_BIN
  const nowhere = 'missing' in display ? display.missing : undefined
  const env = 'missing' in display ? {} : display.env
  try {
    return [
      ...(await hostRow(rounds, model, threads, 'browser, headless', chromium ? openInBrowser(chromium, true) : noChromium, {})),
      ...(await hostRow(
        rounds,
        model,
        threads,
        'browser, on a screen',
        nowhere ?? (chromium ? openInBrowser(chromium, false) : noChromium),
        env,
      )),
      ...(await hostRow(rounds, model, threads, 'Electron', nowhere ?? (electron ? openInElectron(electron) : noElectron), env)),
    ]
  } finally {
    if ('close' in display) display.close()
  }
}

const noChromium = 'no Chromium: set CHROMIUM to one'
const noElectron = 'no Electron: set ELECTRON_BIN to one'

/** `open`: how, or why not. */
async function hostRow(
  rounds: Rounds,
  model: RandomModel,
  threads: number,
  host: string,
  open: OpenWindow | string,
  env: Readonly<Record<string, string>>,
): Promise<Row[]> {
  const what = `decode with the window open, ${model.size}, ${host}`
  if (typeof open === 'string') return [missing(what, open)]
  const played = await rounds.play<Figures>(what, {
    window: () => withWindow(open, env, model, threads),
    headless: () => headless(model, threads),
  })
  const ours = played.map(({ window }) => window.decode)
  const theirs = played.map(({ headless }) => headless.decode)
  const threadsAtEnd = (side: keyof Figures) => [...new Set(played.map((figures) => figures[side].threads))].join(' or ')
  return [
    {
      what,
      ours: amount(ours, 'tok/s'),
      theirs: amount(theirs, 'tok/s', 'no window'),
      ratio: ratioOf(ours, theirs),
      aim: atLeast(0.9),
      note: `threads at the end: ${threadsAtEnd('window')} with the window, ${threadsAtEnd('headless')} without`,
    },
  ]
}

/** The app's own start is over, and what it loaded in the background is drawn. */
const settledMs = 3000

async function withWindow(
  open: OpenWindow,
  env: Readonly<Record<string, string>>,
  model: RandomModel,
  threads: number,
): Promise<Figures['window']> {
  const data = new AppData()
  try {
    await data.addModel(model.path, { ...benchSettings, threads, contextTokens: cells }, { ...benchSampling, maxTokens: outputTokens })
    const app = await open({ ...env, HEADROOM_DATA: data.folder }, model.path)
    try {
      await modelReady(app.page, `random-${model.size}`)
      await sendMessage(app.page, promptOf(turnWish.promptTokens))
      await data.answer(1)
      // One word of the random model has five characters.
      const shown = await shownCharacters(app.page)
      if (shown < outputTokens) throw new Error(`Expected the window to show the answer, got ${shown} characters`)
      await app.page.getByRole('button', { name: 'New conversation' }).click()
      await sleep(settledMs)
      await sendMessage(app.page, promptOf(turnWish.promptTokens))
      return rateOf(await data.answer(2))
    } finally {
      await app.close()
    }
  } finally {
    data.remove()
  }
}

const headless = (model: RandomModel, threads: number): Promise<Figures['headless']> =>
  withEngine(model.path, threads, cells, async (engine) => {
    await engine.turn(turnWish)
    const { metrics } = await engine.turn({ promptTokens: turnWish.promptTokens, outputTokens })
    return rateOf(metrics)
  })

function rateOf({
  decodeTokensPerSecond,
  outputTokens: written,
  threads,
}: {
  decodeTokensPerSecond: number | null
  outputTokens: number
  threads: number
}) {
  if (decodeTokensPerSecond === null || written !== outputTokens) throw new Error(`Expected ${outputTokens} tokens, got ${written}`)
  return { decode: decodeTokensPerSecond, threads }
}
