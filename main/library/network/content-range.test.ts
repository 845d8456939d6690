import { describe, expect, it } from 'vitest'
import { changeBetween, parseContentRange, unsatisfiedSize } from './content-range'

describe('a Content-Range header', () => {
  it('states the first byte, the last byte and the length', () => {
    expect(parseContentRange('bytes 0-0/1')).toEqual({ start: 0, last: 0, sizeBytes: 1 })
    expect(parseContentRange(' BYTES 10-19/999999999999999 ')).toEqual({ start: 10, last: 19, sizeBytes: 999_999_999_999_999 })
    expect(parseContentRange('bytes 10-19/*')).toEqual({ start: 10, last: 19, sizeBytes: undefined })
  })

  it('is rejected if it does not state a byte range', () => {
    const wrong = [
      '',
      'bytes',
      'bytes */5',
      'bytes 1-0/5',
      'bytes 0-5/5',
      'bytes 0-/5',
      'bytes 0-1',
      'bytes=0-1/5',
      'bytes 0-1/1e3',
      'lines 0-1/5',
    ]
    for (const header of [null, ...wrong]) expect(parseContentRange(header)).toBeUndefined()
    expect(parseContentRange(`bytes 0-1/${'9'.repeat(16)}`)).toBeUndefined()
  })

  it('states only the length if the requested range cannot be satisfied', () => {
    expect(unsatisfiedSize('bytes */0')).toBe(0)
    expect(unsatisfiedSize('bytes */123')).toBe(123)
    for (const header of [null, 'bytes 0-1/5', 'bytes */*']) expect(unsatisfiedSize(header)).toBeUndefined()
  })
})

describe('two responses about one file', () => {
  const before = { sizeBytes: 5, etag: '"a"', lastModified: 'Thu, 01 Jan 1970 00:00:00 GMT' }
  it('differ if their length, ETag or date differs', () => {
    expect(changeBetween(before, before)).toBeUndefined()
    expect(changeBetween(before, { ...before, sizeBytes: 6 })).toEqual({ kind: 'size', beforeBytes: 5, nowBytes: 6 })
    expect(changeBetween(before, { ...before, etag: 'W/"a"' })).toEqual({ kind: 'etag', before: '"a"', now: 'W/"a"' })
    expect(changeBetween(before, { ...before, lastModified: 'now' })).toMatchObject({ kind: 'last-modified', now: 'now' })
  })
  it('do not differ if only one has an ETag or a date', () => {
    expect(changeBetween(before, { sizeBytes: 5, etag: null, lastModified: null })).toBeUndefined()
    expect(changeBetween({ sizeBytes: 5, etag: null, lastModified: null }, before)).toBeUndefined()
  })
})
