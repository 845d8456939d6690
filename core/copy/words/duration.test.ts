import { expect, it } from 'vitest'
import * as german from './de'
import { duration, spokenTime } from './en'

it('a duration has at most two units, and never rounds to zero', () => {
  expect([0, 39.6, 59.9, 60, 89, 3570, 3599, 7800, 90_000, 400_000].map(duration)).toEqual([
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
  expect(german.duration(400_000)).toBe('5 Tage')
})

it('a time is spoken in whole seconds or minutes', () => {
  expect([0, 499, 700, 4400, 89_000, 95_000].map(spokenTime)).toEqual([
    'less than a second',
    'less than a second',
    '1 second',
    '4 seconds',
    '89 seconds',
    '2 minutes',
  ])
  expect(german.spokenTime(4400)).toBe('4 Sekunden')
})
