import { describe, expect, it } from 'vitest'
import { dateVariables } from './dates'

const march = new Date(2025, 2, 5, 7, 8, 9)

describe('the date for a chat template', () => {
  it('has the variables that llama.cpp sets', () => {
    expect(dateVariables(march)).toMatchObject({ date_string: '05 Mar 2025', datetime: 'Mar 05 2025' })
  })
  it('has the format that the template asks for, and unknown codes stay as they are', () => {
    const { english_strftime_now: write } = dateVariables(march)
    expect(write('%A, %B %d, %Y')).toBe('Wednesday, March 05, 2025')
    expect(write('%a %Y-%m-%d %H:%M:%S 100%% %Q %')).toBe('Wed 2025-03-05 07:08:09 100% %Q %')
  })
})
