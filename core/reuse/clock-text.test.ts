import { describe, expect, it } from 'vitest'
import { clockChange, sharedLength } from './clock-text'

const changeOf = (held: string, prompt: string) => clockChange(held, prompt, sharedLength(held, prompt))

describe('clockChange', () => {
  it.each([
    ['Today is 2026-11-21. Be brief.', 'Today is 2026-11-22. Be brief.', '2026-11-21', '2026-11-22'],
    ['It is 21.11.2026.', 'It is 22.11.2026.', '21.11.2026', '22.11.2026'],
    ['Date: 11/21/2026', 'Date: 12/01/2026', '11/21/2026', '12/01/2026'],
    ['Today: 21 November 2026', 'Today: 1 December 2026', '21 November 2026', '1 December 2026'],
    ['Knowledge: Nov 21, 2026\n', 'Knowledge: Nov 22, 2026\n', 'Nov 21, 2026', 'Nov 22, 2026'],
    ['The time is 14:05:09 now', 'The time is 14:05:10 now', '14:05:09', '14:05:10'],
    ['Now: 2026-11-28T13:39:01Z', 'Now: 2026-11-28T13:39:59Z', '2026-11-28T13:39:01Z', '2026-11-28T13:39:59Z'],
    ['Now: 2026-11-28T13:39:01.123Z.', 'Now: 2026-11-28T13:39:01.456Z.', '2026-11-28T13:39:01.123Z', '2026-11-28T13:39:01.456Z'],
    ['Now: 2026-11-28T13:39:01', 'Now: 2026-11-28T13:39:59', '2026-11-28T13:39:01', '2026-11-28T13:39:59'],
    ['It is 2026-11-28 13:39:01+01:00', 'It is 2026-11-28 13:39:02+01:00', '2026-11-28 13:39:01+01:00', '2026-11-28 13:39:02+01:00'],
    ['At 1:39 PM', 'At 1:40 PM', '1:39 PM', '1:40 PM'],
    ['At 11:59 a.m. today', 'At 11:59 p.m. today', '11:59 a.m', '11:59 p.m'],
    ['ts=1764337141 end', 'ts=1764337201 end', '1764337141', '1764337201'],
    ['ts=1764337141123 end', 'ts=1764337201123 end', '1764337141123', '1764337201123'],
    ['ts=1764337141123 end', 'ts=1764337141456 end', '1764337141123', '1764337141456'],
    ['A Saturday in spring', 'A Sunday in spring', 'Saturday', 'Sunday'],
  ])('finds the changed date or time: %s', (held, prompt, was, is) => expect(changeOf(held, prompt)).toEqual({ held: was, prompt: is }))

  it('returns null if another number changed', () => {
    expect(changeOf('Use 14 words.', 'Use 15 words.')).toBeNull()
    expect(changeOf('Port 8080:1', 'Port 8081:1')).toBeNull()
    expect(changeOf('Order 2764337141', 'Order 2764337142')).toBeNull()
    expect(changeOf('Order 17643371411', 'Order 17643371412')).toBeNull()
    expect(changeOf('id 1764337141abc', 'id 1764337142abc')).toBeNull()
  })
  it('returns null if a number cannot be the time of a later prompt: it is from before 2020, not later, or a year or more later', () => {
    expect(changeOf('Order 1000234567', 'Order 1000234568')).toBeNull()
    expect(changeOf('Order 1764337142', 'Order 1764337141')).toBeNull()
    expect(changeOf('Order 1764337141456', 'Order 1764337141123')).toBeNull()
    // 365 days have 31,536,000 s.
    expect(changeOf('Order 1700000000', 'Order 1731536000')).toBeNull()
    expect(changeOf('Order 1700000000', 'Order 1731535999')).toEqual({ held: '1700000000', prompt: '1731535999' })
    expect(changeOf('At 1764337141', 'At 12:30')).toBeNull()
  })
  it('returns null if the date is the same and other text changed', () => {
    expect(changeOf('Today is 2026-11-21. Be brief.', 'Today is 2026-11-21. Be kind.')).toBeNull()
  })
})
