import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cliEntry } from '../../paths'
import { AppData } from '../app-data'
import { type AppWindow, installedChromium, type OpenWindow, openInBrowser, openInElectron, sendMessage } from '../app-window'
import { openDisplay } from '../display'
import { memoryOf, type ProcessMemory } from '../process-memory'
import { type ProcessRole, processesByRole } from '../process-roles'
import type { Rounds } from '../rounds'
import { amount, missing, type Row } from '../row'

const question = 'What is the KV cache?'
const mib = 2 ** 20

type Memory = Partial<Record<ProcessRole, ProcessMemory>>
interface Visit {
  readonly firstTextMs: number
  readonly memory: Memory
}

export async function pocketRows(rounds: Rounds): Promise<Row[]> {
  const [display, chromium, electron] = [await openDisplay(), installedChromium(), process.env.ELECTRON_BIN]
  try {
    const env = 'missing' in display ? {} : display.env
    const desktop =
      'missing' in display ? display.missing : electron ? openInElectron(electron) : 'no Electron: set ELECTRON_BIN to its path'
    return [
      await commandLineRow(rounds),
      ...(await visitRows(rounds, 'browser', chromium ? openInBrowser(chromium, true) : 'no Chromium: set CHROMIUM to its path', {})),
      ...(await visitRows(rounds, 'Electron', desktop, env)),
    ]
  } finally {
    if ('close' in display) display.close()
  }
}

async function commandLineRow(rounds: Rounds): Promise<Row> {
  const what = 'pocket: start to first text, command line'
  const played = await rounds.play<{ ms: number }>(what, { ms: firstWordOnStdout })
  return {
    ...missing(what, 'headroom chat pocket --prompt …, until its first byte on stdout'),
    ours: amount(
      played.map(({ ms }) => ms),
      'ms',
    ),
  }
}

async function firstWordOnStdout(): Promise<number> {
  const started = performance.now()
  const args = [cliEntry, 'chat', 'pocket', '--prompt', question, '--seed', '1', '--max-tokens', '32', '--gpu', 'cpu']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  const elapsedMs = performance.now() - started
  child.stdout.resume()
  await once(child, 'exit')
  return elapsedMs
}

async function visitRows(rounds: Rounds, host: string, open: OpenWindow | string, env: Readonly<Record<string, string>>): Promise<Row[]> {
  const what = `pocket: start to first text, ${host}`
  if (typeof open === 'string') return [missing(what, open)]
  const visits = (await rounds.play<{ visit: Visit }>(what, { visit: () => visit(open, env) })).map((figures) => figures.visit)
  const first: Row = {
    ...missing(what, 'a script opens the window and sends the question; the time that the script itself takes is included'),
    ours: amount(
      visits.map(({ firstTextMs }) => firstTextMs),
      'ms',
    ),
  }
  return [
    first,
    ...memoryRows(
      host,
      visits.map(({ memory }) => memory),
    ),
  ]
}

async function visit(open: OpenWindow, env: Readonly<Record<string, string>>): Promise<Visit> {
  const data = new AppData()
  const started = performance.now()
  const app = await open({ ...env, HEADROOM_DATA: data.folder }, undefined)
  try {
    await app.page.getByPlaceholder('Write a message').waitFor()
    await sendMessage(app.page, question)
    await app.page
      .getByText(/^\d[\d,]* tokens$|TTFT/)
      .first()
      .waitFor()
    const firstTextMs = performance.now() - started
    await data.answer(1)
    return { firstTextMs, memory: memoryIn(app) }
  } finally {
    await app.close()
    data.remove()
  }
}

function memoryIn({ hostPid }: AppWindow): Memory {
  return Object.fromEntries([...processesByRole(hostPid)].flatMap(([role, pids]) => sum(role, pids)))
}

function sum(role: ProcessRole, pids: readonly number[]): [ProcessRole, ProcessMemory][] {
  const found = pids.map(memoryOf).filter((memory) => memory !== undefined)
  if (found.length === 0) return []
  const total = (pick: (memory: ProcessMemory) => number) => found.reduce((bytes, memory) => bytes + pick(memory), 0)
  return [[role, { residentBytes: total((memory) => memory.residentBytes), anonymousBytes: total((memory) => memory.anonymousBytes) }]]
}

function memoryRows(host: string, visits: readonly Memory[]): Row[] {
  const names = [...new Set(visits.flatMap((memory) => Object.keys(memory)))] as (keyof Memory)[]
  if (names.length === 0) return [missing(`pocket: memory, ${host}`, 'this system has no /proc')]
  return names.map((name) => {
    const found = visits.map((memory) => memory[name]).filter((memory) => memory !== undefined)
    return {
      ...missing(
        `pocket: memory of the ${name}, ${host}`,
        'resident memory; pages of files, such as the weights, are shared, and can be read from disk again',
      ),
      ours: amount(
        found.map(({ residentBytes }) => residentBytes / mib),
        'MiB',
        'resident',
      ),
      theirs: amount(
        found.map(({ anonymousBytes }) => anonymousBytes / mib),
        'MiB',
        'of which private',
      ),
    }
  })
}
