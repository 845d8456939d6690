import { expect, it } from 'vitest'
import { copy } from '../../core/copy/copy'
import { processEndOf } from './process-end'

const ofCode = (code: number) => copy.reasons.processEnd(processEndOf({ code, signal: null }, ''))

it.each([
  [0xc000001d, 'It stopped itself, or it needs an instruction that this processor lacks (illegal instruction, 0xC000001D).'],
  [0xc0000006, 'It could not read the model file (in-page error, 0xC0000006).'],
  [0xc0000135, 'It needs a library that is missing (0xC0000135).'],
  [0xc00000fd, 'It crashed (stack overflow, 0xC00000FD).'],
  [0xc0000005, 'It crashed (access violation, 0xC0000005).'],
  [0xc0000409, 'It aborted (fail fast, 0xC0000409).'],
  [0xc0000017, 'The system ran out of memory (0xC0000017).'],
])('the end of a process is explained for the Windows exit code %i, reported as an unsigned or as a signed number', (code, sentence) => {
  expect(ofCode(code)).toBe(sentence)
  expect(ofCode(code | 0)).toBe(sentence)
})

it('the end of a process is explained for a signal, given as a name or as Electron’s number', () => {
  expect(processEndOf({ code: null, signal: 'SIGILL' }, '')).toEqual({ kind: 'signal', signal: 'SIGILL', quoted: null })
  expect(processEndOf({ code: 4, signal: null }, '')).toEqual({ kind: 'signal', signal: 'SIGILL', quoted: null })
  expect(ofCode(4)).toBe(
    'It stopped itself, or it needs an instruction that this processor lacks (SIGILL). If the settings are new, try a smaller context.',
  )
  expect(ofCode(5)).toBe(
    'It stopped itself, perhaps because it could not get enough memory (SIGTRAP). If the settings are new, try a smaller context.',
  )
})

it('the end of a process is described by its exit code if that code has no known meaning', () => {
  expect(processEndOf({ code: 1, signal: null }, '')).toEqual({ kind: 'code', code: 1, quoted: null })
  expect(ofCode(1)).toBe('It ended with exit code 1.')
})

it('the end of an engine is explained by the chat template that took too long', () => {
  const end = processEndOf({ code: null, signal: 'SIGKILL' }, 'noise\nchat template timeout: 10 s\n')
  expect(end).toEqual({ kind: 'template-timeout', seconds: 10 })
  expect(copy.reasons.processEnd(end)).toBe('The chat template did not finish within 10 s.')
})

it('the end of a process is explained by the reason that the process printed', () => {
  const aborted = processEndOf({ code: null, signal: 'SIGABRT' }, 'loading\nGGML_ASSERT(n > 0) failed\nstack')
  expect(aborted).toEqual({ kind: 'signal', signal: 'SIGABRT', quoted: 'GGML_ASSERT(n > 0) failed' })
  expect(copy.reasons.processEnd(aborted)).toBe('It aborted (SIGABRT). It reported: “GGML_ASSERT(n > 0) failed”.')
  const trace =
    '/lib/libggml-base.so(ggml_abort+0x152)[0x7fc4]\n[node-llama-cpp] CUDA error: the provided PTX was compiled with an unsupported toolchain.'
  expect(processEndOf({ code: null, signal: 'SIGABRT' }, trace)).toMatchObject({
    quoted: 'CUDA error: the provided PTX was compiled with an unsupported toolchain.',
  })
  const thrown = processEndOf({ code: 1, signal: null }, 'TypeError: first\n  at x\nTypeError: Expected a head\n  at y')
  expect(thrown).toEqual({ kind: 'code', code: 1, quoted: 'TypeError: Expected a head' })
})
