import { randomBytes } from 'node:crypto'
import type { Store } from '../store/store'

const keyName = 'session-key'

export function sessionKey(preferences: Store['preferences']): Buffer {
  const stored = preferences.get(keyName)
  if (typeof stored === 'string' && /^[0-9a-f]{64}$/.test(stored)) return Buffer.from(stored, 'hex')
  const key = randomBytes(32)
  preferences.set(keyName, key.toString('hex'))
  return key
}
