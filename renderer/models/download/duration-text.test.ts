import { expect, it } from 'vitest'
import { durationText } from './duration-text'

it('rounds durations to a useful precision', () => {
  expect([0, 39.6, 59.9, 60, 89, 3570, 3599, 7800, 90_000, 400_000].map(durationText)).toEqual([
    '1 s',
    '40 s',
    '60 s',
    '1 min',
    '1 min',
    '1 h',
    '1 h',
    '2 h 10 min',
    '25 h',
    '5 days',
  ])
})
