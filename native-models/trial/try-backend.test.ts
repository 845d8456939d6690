import { describe, expect, it } from 'vitest'
import { complaint } from './try-backend'

describe('a loader that complains', () => {
  it('names the library that it misses', () => {
    expect(complaint('libcudart.so.13: cannot open shared object file: No such file or directory', ['other.dll'])).toEqual({
      outcome: 'fails',
      code: 'library-missing',
      detail: 'libcudart.so.13',
    })
  })
  it('without a name, as on Windows, has missed the first of the candidates that cannot be loaded', () => {
    const said = 'The specified module could not be found.'
    const missing = 'headroom-no-such-library.so'
    expect(complaint(said, [missing])).toEqual({ outcome: 'fails', code: 'library-missing', detail: missing })
    expect(complaint(said)).toEqual({ outcome: 'fails', code: 'did-not-load', detail: said })
  })
})
