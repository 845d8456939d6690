/** libsql keeps a closed file open until its statements are garbage-collected. Windows cannot rename or delete an open file. */
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

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
