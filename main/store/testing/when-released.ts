/** For tests: Windows renames and removes no file that is open, and libsql keeps one open until its statements are collected as garbage. */
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Does what fails with EBUSY on a file of a database that this process has closed. */
export async function whenReleased<T>(act: () => T): Promise<T> {
  for (let triesLeft = process.platform === 'win32' ? 40 : 0; ; triesLeft--)
    try {
      return act()
    } catch (error) {
      if (triesLeft === 0) throw error
      setFlagsFromString('--expose-gc')
      runInNewContext('gc')()
      await delay(25)
    }
}
