import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { TrialTask } from '../../core/backends/trial-process'
import { forkTrial } from './fork-trial'
import { runTrial, type TrialChild } from './run-trial'

const folder = mkdtempSync(join(tmpdir(), 'headroom-trial-'))
afterAll(() => rmSync(folder, { recursive: true }))

const task: TrialTask = { backend: 'vulkan', folder: '/builds/vulkan', fallbackFolder: null, modelPath: '/pocket.gguf' }
const pids: number[] = []
function trialThat(does: string) {
  const path = join(folder, `${Math.random()}.mjs`)
  writeFileSync(path, `const task = JSON.parse(process.argv[2]); process.send({ pid: process.pid }, () => { ${does} })`)
  const start = forkTrial(path)
  return (given: TrialTask): TrialChild => {
    const child = start(given)
    const onFinding: TrialChild['onFinding'] = (listener) =>
      child.onFinding((first) => {
        pids.push((first as unknown as { pid: number }).pid)
        child.onFinding(listener)
      })
    return { ...child, onFinding }
  }
}
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a trial', () => {
  it('returns the findings of its process, and ends the process', async () => {
    const finding = `{ outcome: 'works', devices: [task.folder], memory: { totalBytes: 3, freeBytes: 2 } }`
    const trial = await runTrial(trialThat(`process.send(${finding}); setInterval(() => {}, 1000)`), task)
    expect(trial).toMatchObject({
      outcome: 'works',
      backend: 'vulkan',
      devices: ['/builds/vulkan'],
      memory: { totalBytes: 3, freeBytes: 2 },
    })
    expect(trial.tookMs).toBeGreaterThan(0)
    const pid = pids.at(-1) as number
    for (let waited = 0; isAlive(pid) && waited < 5000; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isAlive(pid)).toBe(false)
  })
  it.for([['SIGSEGV'], ['SIGABRT'], ['SIGILL']])(
    'fails with the name of the signal if a driver ends its process with %s',
    async ([signal], { skip }) => {
      skip(process.platform === 'win32', 'Windows has no signals')
      const trial = await runTrial(trialThat(`process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000)`), task)
      expect(trial).toMatchObject({ outcome: 'fails', code: 'driver-crashed', end: { kind: 'signal', signal } })
    },
  )
  it('fails if a driver ends the process with exit code 0', async () => {
    const trial = await runTrial(trialThat('process.exit(0)'), task)
    expect(trial).toMatchObject({ outcome: 'fails', code: 'driver-crashed', end: { kind: 'code', code: 0 } })
  })
  it('ends its process when the time limit is reached', async () => {
    const trial = await runTrial(trialThat('for (;;);'), task, 1500)
    expect(trial).toMatchObject({ outcome: 'fails', code: 'timed-out', seconds: 1.5 })
    const pid = pids.at(-1) as number
    for (let waited = 0; isAlive(pid) && waited < 5000; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isAlive(pid)).toBe(false)
  })
  it('fails with the system error if its process cannot start', async () => {
    const start = () => {
      throw new Error('spawn EAGAIN')
    }
    expect(await runTrial(start, task)).toMatchObject({ outcome: 'fails', code: 'did-not-load', quoted: 'Error: spawn EAGAIN' })
  })
})
