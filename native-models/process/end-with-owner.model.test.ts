import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { childrenOf, isRunning } from '../../e2e/processes'

const built = (path: string) => join(import.meta.dirname, '../../out', path)
const folder = mkdtempSync(join(tmpdir(), 'headroom-owner-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const longestMs = 2000

const start = (...args: readonly string[]): ChildProcess => spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })

async function says(child: ChildProcess, words: RegExp): Promise<void> {
  let said = ''
  for await (const chunk of child.stderr as Readable) {
    said += String(chunk)
    if (words.test(said)) return
  }
  throw new Error(`Expected ${words}, got "${said}"`)
}

/** Returns how many ms the owner's child processes outlive it, or Infinity after 20 s. */
async function outlives(owner: ChildProcess): Promise<number> {
  const children = childrenOf(owner.pid as number).map(({ pid }) => pid)
  expect(children.length).toBeGreaterThan(0)
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  const from = performance.now()
  while (children.some(isRunning)) {
    if (performance.now() - from > 20_000) {
      for (const pid of children.filter(isRunning)) process.kill(pid, 'SIGKILL')
      return Number.POSITIVE_INFINITY
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - from
}

it('the engine ends when its owner is killed, even during a long batch', async () => {
  const prompt = 'one two three four '.repeat(6000)
  const flags = ['--threads', '1', '--ctx', '24576', '--batch', '24576']
  const chat = start(built('cli/index.mjs'), 'chat', 'pocket', '--prompt', prompt, ...flags)
  await says(chat, /context of/)
  expect(await outlives(chat)).toBeLessThan(longestMs)
})

it('the Lab’s process ends when its owner is killed, even during an experiment', async () => {
  const lab = start(built('cli/index.mjs'), 'lab', 'policies')
  await says(lab, /%/)
  expect(await outlives(lab)).toBeLessThan(longestMs)
})

it('a backend trial ends when its owner is killed, even if a driver hangs', async () => {
  const addon = join(folder, 'llama-addon.node')
  mkdirSync(addon)
  writeFileSync(join(addon, 'index.js'), `exports.setLogger = () => { process.stderr.write('hangs'); for (;;); }`)
  const task = JSON.stringify({ backend: 'cpu', folder, fallbackFolder: null })
  const script = `child_process.fork(process.argv[1], [process.argv[2]])`
  const owner = start('-e', script, built('trial/index.mjs'), task)
  await says(owner, /hangs/)
  expect(await outlives(owner)).toBeLessThan(longestMs)
})
