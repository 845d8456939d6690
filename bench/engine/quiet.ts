/** Busy programs would slow one side or the other. */
import { setTimeout as sleep } from 'node:timers/promises'
import { OtherLoad } from '../../native-models/engine/threads/cpu-load'

/** That others may use. */
const quietCores = 0.2
const windowMs = 300
/** Consecutive ones. */
const quietWindows = 3
const longestWaitMs = 10_000

/** false: still busy. */
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
