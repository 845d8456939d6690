import { expect, it } from 'vitest'
import { largerContext } from './larger-context'

it('the context that is offered has room for the answer, and at most the tokens of the training', () => {
  expect(largerContext(1000, 8192)).toBe(2048)
  expect(largerContext(7900, 8192)).toBe(8192)
  expect(largerContext(8193, 8192)).toBeNull()
  expect(largerContext(10_000, 0)).toBe(11_264)
})
