import { expect, it } from 'vitest'
import { changedStretch } from './changed-stretch'

const behind = [90, 91, 92, 93, 94, 95, 96, 97]

it('changedStretch counts the changed tokens up to the next eight equal tokens', () => {
  expect(changedStretch([1, 2, 3, ...behind], [1, 2, 7, 8, 9, ...behind], 2)).toBe(3)
  expect(changedStretch([1, 2, 3, 4, ...behind], [1, 2, ...behind], 2)).toBe(0)
})
it('changedStretch returns null if the texts never agree again', () => {
  expect(changedStretch([1, 2, 3, ...behind], [1, 2, 4, 5, 6], 2)).toBeNull()
  // Only seven tokens are equal.
  expect(changedStretch([1, 2, ...behind.slice(1)], [1, 3, ...behind.slice(1)], 1)).toBeNull()
})
