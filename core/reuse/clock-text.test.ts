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
    ['A Saturday in spring', 'A Sunday in spring', 'Saturday', 'Sunday'],
  ])('finds the changed date or time: %s', (held, prompt, was, is) => expect(changeOf(held, prompt)).toEqual({ held: was, prompt: is }))

  it('returns null if another number changed', () => {
    expect(changeOf('Use 14 words.', 'Use 15 words.')).toBeNull()
    expect(changeOf('Port 8080:1', 'Port 8081:1')).toBeNull()
  })
  it('returns null if the date is the same and other text changed', () => {
    expect(changeOf('Today is 2026-11-21. Be brief.', 'Today is 2026-11-21. Be kind.')).toBeNull()
  })
})
