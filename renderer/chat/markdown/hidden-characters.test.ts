import { describe, expect, it } from 'vitest'
import { partsOf, withNumbers } from './hidden-characters'

describe('hidden characters', () => {
  it('are replaced by their codes, in the same position', () => {
    expect(withNumbers('a\u202eb\u2066c\u200bd')).toBe('a<U+202E>b<U+2066>c<U+200B>d')
    expect(partsOf('a\u202eb')).toEqual([
      { start: 0, text: 'a', isHidden: false },
      { start: 1, text: 'U+202E', isHidden: true },
      { start: 2, text: 'b', isHidden: false },
    ])
  })
  it('include tag characters, soft hyphens, byte order marks and control characters', () => {
    expect(withNumbers('\u{e0041}\u00ad\ufeff\u0007')).toBe('<U+E0041><U+00AD><U+FEFF><U+0007>')
  })
  it('do not include line breaks, tabs or letters of any script', () => {
    const text = 'a\n\tb é 你好 שלום 😀'
    expect(partsOf(text)).toEqual([{ start: 0, text, isHidden: false }])
  })
})
