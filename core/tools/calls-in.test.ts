import { describe, expect, it } from 'vitest'
import type { StoredMessage } from '../contract/chat/conversations'
import { argumentsIn, callsIn, roundsOn } from './calls-in'

const call = { type: 'tool-call', from: 0, to: 9, id: 'call-0', name: 'now', arguments: '{}' } as const
const answer = (stopReason: string, state = 'complete') =>
  ({ role: 'assistant', state, parts: [call], metrics: { stopReason } }) as unknown as StoredMessage

describe('the calls of an answer', () => {
  it('count only if the model ended the answer itself', () => {
    expect(callsIn(answer('end-of-text'))).toEqual([call])
    expect(callsIn(answer('token-limit'))).toEqual([])
    expect(callsIn(answer('end-of-text', 'stopped'))).toEqual([])
  })

  it('count if a server ended the answer', () => {
    const ofServer = (stopReason: string | null) => ({ ...answer(''), metrics: null, remote: { stopReason } }) as unknown as StoredMessage
    expect(callsIn(ofServer('end-of-text'))).toEqual([call])
    expect(callsIn(ofServer('token-limit'))).toEqual([])
    expect(callsIn(ofServer(null))).toEqual([])
  })

  it('are counted in rounds since the last message of the user', () => {
    const path = (...roles: StoredMessage['role'][]) => roles.map((role) => ({ role }))
    expect(roundsOn(path('user', 'assistant'))).toBe(0)
    expect(roundsOn(path('user', 'assistant', 'tool', 'assistant', 'tool', 'assistant'))).toBe(2)
    expect(roundsOn(path('user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'tool', 'assistant'))).toBe(1)
  })
})

describe('the arguments of a call', () => {
  it('are a JSON object, which may be empty', () => {
    expect(argumentsIn({ arguments: '{"path": "/a"}' })).toEqual({ path: '/a' })
    expect(argumentsIn({ arguments: ' ' })).toEqual({})
  })

  it('are invalid if they are anything else', () => {
    for (const text of ['{"path": ', '[]', 'null', '7', '"x"']) expect(argumentsIn({ arguments: text })).toBeUndefined()
  })
})
