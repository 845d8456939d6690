import { expect, it } from 'vitest'
import { storedFailure } from './stored-failure'

const path = '/models/a.gguf'
const url = 'https://example.org/a.gguf'

it.each([
  ['file-unreadable', { path, reason: 'this user may not read it' }, 'this user may not read it'],
  ['url-unreachable', { url, reason: 'it refuses the connection' }, 'it refuses the connection'],
  ['download-changed', { url, detail: 'it had 5 bytes and now has 6' }, 'it had 5 bytes and now has 6'],
  ['gguf-malformed', { path, detail: 'its header never ends', offset: 8 }, 'its header never ends'],
  ['split-inconsistent', { path, detail: 'it does not say which part it is' }, 'it does not say which part it is'],
  ['settings-refused', { reason: 'no-context', detail: 'The context has no length.' }, 'no-context: The context has no length.'],
  ['draft-refused', { name: 'a', reason: 'recurrent-state', detail: '' }, 'recurrent-state'],
  ['session-refused', { reason: 'damaged', detail: 'its checksum is another' }, 'damaged: its checksum is another'],
  ['compare-task-failed', { reason: 'the engine gave no result' }, 'the engine gave no result'],
])('storedFailure reads %s as an older version stored it, and quotes its message', (code, facts, quoted) => {
  expect(storedFailure({ code, facts })).toEqual({ code: 'older-failure', facts: { stored: code, quoted } })
})

it('storedFailure returns a failure of this version unchanged', () => {
  const failure = { code: 'url-unreachable', facts: { url, reason: { kind: 'connection-refused' } } }
  expect(storedFailure(failure)).toEqual(failure)
})
