import { describe, expect, it } from 'vitest'
import { complaint } from './try-backend'

describe('a backend’s error about a missing library', () => {
  it('names that library', () => {
    expect(complaint('libcudart.so.13: cannot open shared object file: No such file or directory', ['other.dll'])).toEqual({
      outcome: 'fails',
      code: 'library-missing',
      library: 'libcudart.so.13',
    })
  })
  it('names the first library that cannot be loaded if the error has no name, as on Windows', () => {
    const said = 'The specified module could not be found.'
    const missing = 'headroom-no-such-library.so'
    expect(complaint(said, [missing])).toEqual({ outcome: 'fails', code: 'library-missing', library: missing })
    expect(complaint(said)).toEqual({ outcome: 'fails', code: 'did-not-load', quoted: said })
  })
})
