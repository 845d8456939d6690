import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { app } from 'electron'
import { copy } from '../../core/copy/copy'
import { describeFailure } from '../../core/copy/failures'
import type { App } from '../services/app'
import { selfCheckProof, selfCheckSwitch } from '../updates/self-check-protocol'

const patienceMs = 90_000

export const isSelfCheck = (words: readonly string[]): boolean => words.includes(selfCheckSwitch)

/** Call before the app is ready. */
export function borrowFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-self-check-'))
  app.setPath('userData', folder)
  return folder
}

export async function selfCheck(headroom: App, folder: string): Promise<number> {
  void headroom.models.loadFirst()
  const reason = await whyNotReady(headroom)
  if (reason) process.stderr.write(`${reason}\n`)
  else process.stdout.write(`${selfCheckProof(app.getVersion())}\n`)
  headroom.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return reason ? 1 : 0
}

async function whyNotReady({ state }: App): Promise<string | undefined> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const { model, engine } = state.value
    if (model.status === 'ready') return undefined
    if (model.status === 'failed') return describeFailure(model.failure)
    if (engine.status === 'gone') return `the engine stopped. ${copy.reasons.engineEnd(engine.reason)}`
    await delay(50)
  }
  return `the embedded model was not loaded after ${patienceMs / 1000} s`
}
