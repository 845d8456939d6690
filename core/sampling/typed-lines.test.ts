import { describe, expect, it } from 'vitest'
import { escaped, linesOf, unescaped } from './typed-lines'

const limits = { texts: 2, characters: 3 }

describe('texts that are typed one per line', () => {
  it('leave out empty lines, and what is over the limits', () => {
    expect(linesOf('a\n\nlonger\nc', limits)).toEqual(['a', 'lon'])
  })
  it('are limited after their escapes are read', () => {
    expect(linesOf('\\n\\t\\\\#', limits, unescaped)).toEqual(['\n\t\\'])
  })
  it('are read as they were written', () => {
    const text = 'a\\n\n\r\t"'
    expect(unescaped(escaped(text))).toBe(text)
    expect(escaped(text)).not.toContain('\n')
  })
})
