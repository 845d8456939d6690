/** Waits until other programs leave the machine alone: what they take would be missing from one side or the other. */
import { setTimeout as sleep } from 'node:timers/promises'
import { OtherLoad } from '../../native-models/engine/threads/cpu-load'

/** Cores that others may use on a machine that counts as quiet. */
const quietCores = 0.2
const windowMs = 300
/** Windows in a row that have to be quiet. */
const quietWindows = 3
const longestWaitMs = 10_000

/** Returns false when it has not become quiet. */
export async function becomesQuiet(): Promise<boolean> {
  const load = new OtherLoad()
  const started = performance.now()
  for (let quiet = 0; quiet < quietWindows; ) {
    await sleep(windowMs)
    quiet = load.sample() <= quietCores ? quiet + 1 : 0
    if (performance.now() - started > longestWaitMs) return false
  }
  return true
}
