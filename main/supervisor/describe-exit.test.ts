import { expect, it } from 'vitest'
import { describeExit } from './describe-exit'

const ofCode = (code: number) => describeExit({ code, signal: null }, '')

it.each([
  [0xc000001d, 'this processor lacks an instruction it needs (illegal instruction, 0xC000001D)'],
  [0xc0000006, 'the model file could not be read (in-page error, 0xC0000006)'],
  [0xc0000135, 'a library that it needs is missing (0xC0000135)'],
  [0xc00000fd, 'it crashed (stack overflow, 0xC00000FD)'],
  [0xc0000005, 'it crashed (access violation, 0xC0000005)'],
  [0xc0000409, 'llama.cpp gave up (fail fast, 0xC0000409)'],
  [0xc0000017, 'the system ran out of memory (0xC0000017)'],
])('names the Windows exit code %i, also as a negative number', (code, words) => {
  expect(ofCode(code)).toBe(words)
  expect(ofCode(code | 0)).toBe(words)
})

it('names a signal, as itself and as the number that Electron gives, and any other code as it is', () => {
  expect(describeExit({ code: null, signal: 'SIGILL' }, '')).toBe('this processor lacks an instruction it needs (SIGILL)')
  expect(ofCode(4)).toBe('this processor lacks an instruction it needs (SIGILL)')
  expect(ofCode(1)).toBe('it ended with code 1')
})

it('says what a process that ended itself gave as its reason', () => {
  expect(describeExit({ code: null, signal: 'SIGKILL' }, 'noise\nended because the chat template did not end within 10 s\n')).toBe(
    'the chat template did not end within 10 s',
  )
})

it('adds the line in which llama.cpp said why', () => {
  expect(describeExit({ code: null, signal: 'SIGABRT' }, 'loading\nGGML_ASSERT(n > 0) failed\nstack')).toBe(
    'llama.cpp gave up (SIGABRT): GGML_ASSERT(n > 0) failed',
  )
})
