/** Busy programs would slow one side or the other. */
import { setTimeout as sleep } from 'node:timers/promises'
import { OtherLoad } from '../../native-models/engine/threads/cpu-load'

/** Cores that others may use on a quiet machine. */
const quietCores = 0.2
const windowMs = 300
const quietWindows = 3
const longestWaitMs = 10_000

/** Returns false if the machine stays busy. */
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
