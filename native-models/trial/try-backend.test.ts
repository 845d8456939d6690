import { describe, expect, it } from 'vitest'
import { complaint } from './try-backend'

describe('complaint', () => {
  it('names the missing library from the loader’s message', () => {
    expect(complaint('libcudart.so.13: cannot open shared object file: No such file or directory', ['other.dll'])).toEqual({
      outcome: 'fails',
      code: 'library-missing',
      library: 'libcudart.so.13',
    })
  })
  it('names the first library that cannot be loaded if the message names none, as on Windows', () => {
    const said = 'The specified module could not be found.'
    const missing = 'headroom-no-such-library.so'
    expect(complaint(said, [missing])).toEqual({ outcome: 'fails', code: 'library-missing', library: missing })
    expect(complaint(said)).toEqual({ outcome: 'fails', code: 'did-not-load', quoted: said })
  })
})
