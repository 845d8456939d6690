import { expect, it } from 'vitest'
import type { Failure } from '../../../core/contract/errors/errors'
import { exitCodeOf, exitCodeOfGate } from './exit-codes'

it('each result of an accuracy limit has its own exit code: within, beyond, or too little was measured', () => {
  expect(exitCodeOfGate('within')).toBe(0)
  expect(exitCodeOfGate('beyond')).toBe(5)
  expect(exitCodeOfGate('unclear')).toBe(6)
})

it.each([
  [{ code: 'model-not-found', facts: { modelId: 'x' } }, 2],
  [{ code: 'model-larger-than-memory', facts: { path: '/x.gguf', neededBytes: 2, memoryBytes: 1 } }, 3],
  [{ code: 'generation-failed', facts: { quoted: 'x' } }, 4],
] as const)('the exit code of %j is %i', (failure, code) => {
  expect(exitCodeOf(failure as Failure)).toBe(code)
})
