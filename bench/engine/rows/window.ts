/** The two sides, with and without a window, run in the same instance of the app, because speed varies from start to start. */
import { setTimeout as sleep } from 'node:timers/promises'
import { meanAndDeviation } from '../../../core/stats/percentile'
import { promptOf, type RandomModel } from '../../random-models'
import { AppData } from '../app-data'
import {
  type AppWindow,
  installedChromium,
  modelReady,
  type OpenWindow,
  openInBrowser,
  openInElectron,
  sendMessage,
  shownCharacters,
} from '../app-window'
import { openDisplay } from '../display'
import { benchSampling, benchSettings } from '../engine-under-test'
import type { Rounds } from '../rounds'
import { amount, atLeast, missing, type Row, ratioOf } from '../row'
import { turnWish } from './quiet-turns'

const outputTokens = 513
const cells = turnWish.promptTokens + outputTokens

interface Decoding {
  readonly rate: number
  readonly threads: readonly number[]
}

/** `threads` is fixed, so that the engine does not calibrate it. On a busy machine, the engine still uses fewer threads. */
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

const noChromium = 'no Chromium: set CHROMIUM to its path'
const noElectron = 'no Electron: set ELECTRON_BIN to its path'

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
  const played = await withApp(open, env, model, threads, (app) =>
    rounds.play<{ watched: Decoding; alone: Decoding }>(what, {
      watched: () => mean(rounds.repetitions, () => app.answer(true)),
      alone: () => mean(rounds.repetitions, () => app.answer(false)),
    }),
  )
  const ours = played.map(({ watched }) => watched.rate)
  const theirs = played.map(({ alone }) => alone.rate)
  const threadsOf = (side: 'watched' | 'alone') => [...new Set(played.flatMap((figures) => figures[side].threads))].join(' or ')
  return [
    {
      what,
      ours: amount(ours, 'tok/s'),
      theirs: amount(theirs, 'tok/s', 'no window'),
      ratio: ratioOf(ours, theirs),
      aim: atLeast(0.9),
      note: `threads at the end: ${threadsOf('watched')} with the window, ${threadsOf('alone')} without`,
    },
  ]
}

async function mean(repetitions: number, answer: () => Promise<Decoding>): Promise<Decoding> {
  const answers: Decoding[] = []
  for (let index = 0; index < repetitions; index++) answers.push(await answer())
  return { rate: meanAndDeviation(answers.map(({ rate }) => rate)).mean, threads: answers.flatMap(({ threads }) => threads) }
}

const settledMs = 3000

class MeasuredApp {
  private answers = 0

  constructor(
    private readonly window: AppWindow,
    private readonly data: AppData,
  ) {}

  async answer(watched: boolean): Promise<Decoding> {
    const { page } = this.window
    await page.getByRole('button', { name: 'New conversation' }).click()
    await sleep(settledMs)
    await sendMessage(page, promptOf(turnWish.promptTokens))
    if (!watched) {
      await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
      await this.window.leave()
    }
    const metrics = await this.data.answer(++this.answers)
    if (!watched) await this.window.comeBack()
    else if ((await shownCharacters(page)) < outputTokens) throw new Error('Expected the window to show the answer')
    const { decodeTokensPerSecond: rate, outputTokens: written, threads } = metrics
    if (rate === null || written !== outputTokens) throw new Error(`Expected ${outputTokens} tokens, got ${written}`)
    return { rate, threads: [threads] }
  }
}

async function withApp<Result>(
  open: OpenWindow,
  env: Readonly<Record<string, string>>,
  model: RandomModel,
  threads: number,
  work: (app: MeasuredApp) => Promise<Result>,
): Promise<Result> {
  const data = new AppData()
  try {
    await data.addModel(model.path, { ...benchSettings, threads, contextTokens: cells }, { ...benchSampling, maxTokens: outputTokens })
    const window = await open({ ...env, HEADROOM_DATA: data.folder }, model.path)
    try {
      await modelReady(window.page, `random-${model.size}`)
      const app = new MeasuredApp(window, data)
      await app.answer(true)
      return await work(app)
    } finally {
      await window.close()
    }
  } finally {
    data.remove()
  }
}
