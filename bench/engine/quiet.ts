import { setTimeout as sleep } from 'node:timers/promises'
import { OtherLoad } from '../../native-models/engine/threads/cpu-load'

const quietCores = 0.2
const windowMs = 300
const quietWindows = 3
const longestWaitMs = 10_000

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
