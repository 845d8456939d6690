import { expect, it } from 'vitest'
import { verdictNote } from './verdict-note'

it('names the depth of the speeds if several were measured, and each reference once', () => {
  expect(verdictNote(['f16', 'f16'], [0, 1024], 1024)).toBe(
    'Compared with f16. Speeds are those at depth 1,024; a difference is mentioned only if it is beyond chance.',
  )
  expect(verdictNote(['f16', 'q8_0'], [0], 0)).toBe(
    'Compared with f16 and q8_0. A difference in speed is mentioned only if it is beyond chance.',
  )
})
