import { describe, expect, it } from 'vitest'
import { safeFileName } from './safe-file-name'

describe('safeFileName', () => {
  it.each([
    ['a/b: "c"', 'a b c'],
    ['..hidden. ', 'hidden'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['\u2066a\u2069\u200f', 'a'],
    ['a\u0000\u0085\u007fb\nc', 'a b c'],
    ['lone \ud800 half', 'lone \ufffd half'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1', '_com1'],
    ['LPT¹.tar.gz', '_LPT¹.tar.gz'],
    ['conin$', '_conin$'],
    ['Contents', 'Contents'],
    ['communicate', 'communicate'],
    ['///', 'chat'],
    ['\u202e', 'chat'],
  ])('turns %j into %j', (title, name) => expect(safeFileName(title, 'chat')).toBe(name))
  it('returns a name that is short enough for every file system and ends with a complete character', () => {
    expect(safeFileName('a'.repeat(500), '')).toHaveLength(80)
    expect(safeFileName('🦊'.repeat(500), '')).toBe('🦊'.repeat(50))
    expect(safeFileName(`${'a'.repeat(79)}. tail`, '')).toBe('a'.repeat(79))
  })
})
