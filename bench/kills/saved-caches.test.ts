import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sessionKey } from '../../main/sessions/session-key'
import { forged } from '../../main/sessions/testing/damaged-sessions'
import { dataFolder, openTestStore } from '../../main/store/testing/test-store'
import { faultsOfCopy } from './kept-messages'
import { faultsOfCaches } from './saved-caches'

it('the check after a kill finds a saved cache that is cut off or sealed with another key', () => {
  const folder = dataFolder()
  const store = openTestStore(folder)
  const key = sessionKey(store.preferences)
  store.close()
  expect(faultsOfCaches(folder, key)).toEqual({ checked: 0, damaged: [] })
  const whole = forged(Buffer.from('cells'), '{}', key)
  mkdirSync(join(folder, 'sessions'))
  const files = {
    'a.session': whole,
    'b.session': whole.subarray(0, -1),
    'c.session': forged(Buffer.from('cells'), '{}', Buffer.alloc(32)),
    'd.session': Buffer.alloc(0),
    'e.session-unsealed': Buffer.alloc(0),
  }
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'sessions', name), bytes)
  const found = faultsOfCaches(folder, faultsOfCopy(folder, []).sessionKey)
  expect({ ...found, damaged: [...found.damaged].sort() }).toEqual({ checked: 4, damaged: ['b.session', 'c.session', 'd.session'] })
})
