/**
 * `npm run bench:soak`: measures the memory of host, engine and page over 1,000 turns, idle CPU use with and without a window, and what
 * 10,000 requests with random aborts leave behind in the API server. `--only browser`, `Electron` or `server` runs a part of it. Exits with
 * code 1 if a figure exceeds its budget.
 */
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { CDPSession } from '@playwright/test'
import { median } from '../../core/stats/percentile'
import { formatBytes, formatCount } from '../../core/text/amounts'
import { AppData } from '../engine/app-data'
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
import { benchSampling, benchSettings } from '../engine/engine-under-test'
import { memoryOf } from '../engine/process-memory'
import { type ProcessRole, processesByRole, processRoles } from '../engine/process-roles'
import { thisMachine } from '../machine'
import { resources, workFolder } from '../paths'
import { say } from '../say'
import { type HiddenApp, openHidden } from './hidden-app'
import { processorSecondsOf } from './processor-time'
import { soakServer } from './server-soak'

const answerMs = 120_000
const turnsPerConversation = 25
const answerTokens = 8
const lookedAtTurns = 20
const mib = 2 ** 20

/** A leak of 20 KiB per turn in the host or 5 KiB in the page exceeds its budget. */
const memoryBudgets = { host: 16 * mib, engine: 16 * mib, page: 4 * mib } as const
type Watched = keyof typeof memoryBudgets
const idleBudgets = { host: 0.01, engine: 0.005, page: 0.01, 'rest of the browser': 0.01 } as const satisfies Record<ProcessRole, number>

type OpenHidden = (env: Readonly<Record<string, string>>) => Promise<HiddenApp>
type Held = Readonly<Record<Watched, number>>
type Idle = Readonly<Partial<Record<ProcessRole, number>>>
interface Soaked {
  readonly name: string
  readonly turns: number
  readonly seconds: number
  readonly early: Held
  readonly late: Held
  readonly watched: Idle
  readonly alone: Idle
}

export async function soakBench(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      turns: { type: 'string', default: '1000' },
      idle: { type: 'string', default: '60' },
      requests: { type: 'string', default: '10000' },
      only: { type: 'string', default: '' },
    },
  })
  if (values.only === 'server') return (await soakServer(Number(values.requests))) ? 0 : 1
  const [turns, idleSeconds] = [Number(values.turns), Number(values.idle)]
  mkdirSync(workFolder, { recursive: true })
  const display = await openDisplay()
  const chromium = installedChromium()
  const electron = process.env.ELECTRON_BIN
  const env = 'missing' in display ? {} : display.env
  const hosts: readonly { readonly name: string; readonly open: OpenWindow | string; readonly hidden?: OpenHidden }[] = [
    { name: 'browser', open: chromium ? openInBrowser(chromium, 'missing' in display) : 'no Chromium: set CHROMIUM to its path' },
    {
      name: 'Electron',
      open: 'missing' in display ? display.missing : electron ? openInElectron(electron) : 'no Electron: set ELECTRON_BIN to its path',
      hidden: (hiddenEnv) => openHidden(electron as string, hiddenEnv),
    },
  ]
  const soaked: Soaked[] = []
  try {
    for (const { name, open, hidden } of hosts)
      if (values.only !== '' && values.only !== name) continue
      else if (typeof open === 'string') say(`${name}: left out, ${open}`)
      else soaked.push(await soak(name, open, hidden, env, turns, idleSeconds))
  } finally {
    if ('close' in display) display.close()
  }
  process.stdout.write(table(soaked, idleSeconds))
  const isServerWell = values.only !== '' || (await soakServer(Number(values.requests)))
  return isServerWell && soaked.length > 0 && soaked.every(isWithinBudget) ? 0 : 1
}

async function soak(
  name: string,
  open: OpenWindow,
  hidden: OpenHidden | undefined,
  env: Readonly<Record<string, string>>,
  turns: number,
  idleSeconds: number,
): Promise<Soaked> {
  const data = new AppData()
  try {
    await data.addModel(resources.embeddedModelPath, { ...benchSettings, threads: 1 }, { ...benchSampling, maxTokens: answerTokens })
    const ownEnv = { ...env, HEADROOM_DATA: data.folder }
    const app = await open(ownEnv, undefined)
    let measured: Omit<Soaked, 'alone'>
    try {
      await modelReady(app.page, 'Pocket')
      app.page.setDefaultTimeout(answerMs)
      const session = await app.page.context().newCDPSession(app.page)
      const started = performance.now()
      const before = processesByRole(app.hostPid)
      const early = await converse(app, session, 0, turns / 10, name)
      const late = await converse(app, session, turns / 10, turns, name)
      const seconds = (performance.now() - started) / 1000
      for (const role of ['host', 'engine'] as const)
        if (String(before.get(role)) !== String(processesByRole(app.hostPid).get(role)))
          throw new Error(`Expected one ${role} for all turns`)
      await data.answer(turns)
      measured = { name, turns, seconds, early, late, watched: await idle(app.hostPid, idleSeconds, `${name}, with its window`) }
      if (!hidden) {
        await app.leave()
        return { ...measured, alone: await idle(app.hostPid, idleSeconds, `${name}, without a window`) }
      }
    } finally {
      await app.close()
    }
    const alone = await hidden(ownEnv)
    try {
      return { ...measured, alone: await idle(alone.hostPid, idleSeconds, `${name}, without a window`) }
    } finally {
      await alone.close()
    }
  } finally {
    data.remove()
  }
}

async function converse(app: AppWindow, session: CDPSession, from: number, to: number, name: string): Promise<Held> {
  const { page } = app
  const looks: { host: number; engine: number }[] = []
  for (let turn = from; turn < to; turn++) {
    const turnInConversation = turn % turnsPerConversation
    if (turnInConversation === 0 && turn > 0) {
      await page.getByRole('button', { name: 'New conversation' }).click()
      await page.getByText('Tell me a tiny story.').waitFor()
    }
    await sendMessage(page, `What is ${turn} plus one?`)
    await page
      .locator(`article[aria-posinset="${2 * turnInConversation + 2}"]`)
      .getByRole('button', { name: 'Copy the answer' })
      .waitFor()
    if (turn >= to - lookedAtTurns) looks.push({ host: ownBytes(app, 'host'), engine: ownBytes(app, 'engine') })
    if ((turn + 1) % 100 === 0) say(`${name}: ${formatCount(turn + 1)} turns, ${inWords(await heldNow(app, session, looks))}`)
  }
  return heldNow(app, session, looks)
}

async function heldNow(app: AppWindow, session: CDPSession, looks: readonly { host: number; engine: number }[]): Promise<Held> {
  const seen = looks.length > 0 ? looks : [{ host: ownBytes(app, 'host'), engine: ownBytes(app, 'engine') }]
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return { host: median(seen.map(({ host }) => host)), engine: median(seen.map(({ engine }) => engine)), page: usedSize }
}

const inWords = ({ host, engine, page }: Held): string =>
  `host ${formatBytes(host)}, engine ${formatBytes(engine)}, page ${formatBytes(page)}`

const ownBytes = ({ hostPid }: AppWindow, role: ProcessRole): number =>
  (processesByRole(hostPid).get(role) ?? []).reduce((bytes, pid) => bytes + (memoryOf(pid)?.anonymousBytes ?? 0), 0)

async function idle(hostPid: number, seconds: number, what: string): Promise<Idle> {
  const settledMs = 10_000
  await sleep(settledMs)
  say(`${what}: idle for ${seconds} s`)
  const taken = () =>
    new Map([...processesByRole(hostPid)].map(([role, pids]) => [role, pids.reduce((sum, pid) => sum + processorSecondsOf(pid), 0)]))
  const [before, started] = [taken(), performance.now()]
  await sleep(seconds * 1000)
  const passed = (performance.now() - started) / 1000
  return Object.fromEntries([...taken()].map(([role, after]) => [role, Math.max(0, after - (before.get(role) ?? 0)) / passed]))
}

const watchedNames = Object.keys(memoryBudgets) as readonly Watched[]
const rolesOf = ({ watched, alone }: Soaked): readonly ProcessRole[] =>
  processRoles.filter((role) => watched[role] !== undefined || alone[role] !== undefined)

function isWithinBudget(soaked: Soaked): boolean {
  const { early, late, watched, alone } = soaked
  return (
    watchedNames.every((name) => late[name] - early[name] <= memoryBudgets[name]) &&
    rolesOf(soaked).every((role) => Math.max(watched[role] ?? 0, alone[role] ?? 0) <= idleBudgets[role])
  )
}

function table(soaked: readonly Soaked[], idleSeconds: number): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const share = (part: number | undefined) => (part === undefined ? '–' : `${(100 * part).toFixed(2)}%`)
  const parts = soaked.flatMap((one) => {
    const { name, turns, seconds, early, late, watched, alone } = one
    return [
      row([`memory, ${name}`, `after ${formatCount(turns / 10)} turns`, `after ${formatCount(turns)}`, 'may grow by']),
      row(['---', '---:', '---:', '---:']),
      ...watchedNames.map((what) =>
        row([
          what === 'page' ? 'page, heap after garbage collection' : `${what}, private memory`,
          formatBytes(early[what]),
          formatBytes(late[what]),
          formatBytes(memoryBudgets[what]),
        ]),
      ),
      '',
      row([`processor while idle, ${name}`, 'with a window', 'without', 'at most']),
      row(['---', '---:', '---:', '---:']),
      ...rolesOf(one).map((role) => row([role, share(watched[role]), share(alone[role]), share(idleBudgets[role])])),
      '',
      `${formatCount(turns)} turns took ${Math.round(seconds)} s. Idle figures: over ${idleSeconds} s each, in shares of one core.`,
      '',
    ]
  })
  const { cpu, logicalCores, system, node } = thisMachine()
  return `${parts.join('\n')}\n${cpu}, ${logicalCores} logical cores, ${system}, Node ${node}\n`
}
