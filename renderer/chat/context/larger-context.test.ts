import { expect, it } from 'vitest'
import { largerContext } from './larger-context'

it('the offered context has room for an answer, and no more tokens than the model was trained for', () => {
  expect(largerContext(1000, 8192)).toBe(2048)
  expect(largerContext(7900, 8192)).toBe(8192)
  expect(largerContext(8193, 8192)).toBeNull()
  expect(largerContext(10_000, 0)).toBe(11_264)
})
