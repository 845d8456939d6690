import { describe, expect, it } from 'vitest'
import { imageSizeOf, imageTypeOf } from './image-header'
import { extendedWebp, losslessWebp, lossyWebp, redJpeg, redPng } from './testing/made-images'

describe('the header of an image', () => {
  it.for([
    ['image/png', redPng],
    ['image/jpeg', redJpeg],
    ['image/webp', lossyWebp],
    ['image/webp', losslessWebp],
    ['image/webp', extendedWebp],
  ] as const)('has the type and the size of %s', ([type, bytes]) => {
    expect(imageTypeOf(bytes)).toBe(type)
    expect(imageSizeOf(bytes, type)).toEqual({ width: 3, height: 2 })
  })

  it('is damaged if the file ends before its size', () => {
    for (const [type, bytes] of [
      ['image/png', redPng.subarray(0, 20)],
      ['image/jpeg', redJpeg.subarray(0, 60)],
      ['image/webp', lossyWebp.subarray(0, 24)],
      ['image/webp', losslessWebp.subarray(0, 22)],
    ] as const)
      expect(imageSizeOf(bytes, type)).toBeUndefined()
  })

  it('is damaged if it has no size, or no pixels', () => {
    const empty = Uint8Array.from(redPng)
    empty.fill(0, 16, 24)
    expect(imageSizeOf(empty, 'image/png')).toBeUndefined()
    expect(imageSizeOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), 'image/jpeg')).toBeUndefined()
    expect(imageSizeOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0), 'image/jpeg')).toBeUndefined()
  })

  it('belongs to no image in another file', () => {
    for (const text of ['GIF89a', '%PDF-1.7', 'RIFF    WAVE', '', 'BM'])
      expect(imageTypeOf(Uint8Array.from(text, (c) => c.charCodeAt(0)))).toBeUndefined()
  })
})
