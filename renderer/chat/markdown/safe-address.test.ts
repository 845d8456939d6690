import { describe, expect, it } from 'vitest'
import { safeAddress } from './safe-address'

describe('the address of a link', () => {
  it('may be a web or mail address, and is shown in ASCII', () => {
    expect(safeAddress('https://example.org/a b')).toBe('https://example.org/a%20b')
    expect(safeAddress('mailto:a@example.org')).toBe('mailto:a@example.org')
    // The address has a Cyrillic "а" instead of the Latin one.
    expect(safeAddress('https://ex\u0430mple.org')).toBe('https://xn--exmple-4nf.org/')
    // The address contains a right-to-left override.
    expect(safeAddress('https://example.org/\u202egnp.exe')).toBe('https://example.org/%E2%80%AEgnp.exe')
  })
  it('is refused if it is of any other kind', () => {
    const others = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      'app://local/',
      '/relative',
      '#top',
      '',
    ]
    for (const href of others) expect(safeAddress(href), href).toBeUndefined()
  })
})
