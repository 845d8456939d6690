/** What the first bytes of an image say. Only the window and the server decode images. */
import type { ImageData, ImageSize } from '../contract/chat/documents'

type ImageType = ImageData['mediaType']

/** The bytes that `imageTypeOf` needs. */
export const imageHeadBytes = 12

/** undefined for a file of another kind. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  return word(bytes, 0) === 'RIFF' && word(bytes, 8) === 'WEBP' ? 'image/webp' : undefined
}

/** undefined if the header is damaged. */
export function imageSizeOf(bytes: Uint8Array, type: ImageType): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = type === 'image/png' ? pngSize(bytes, view) : type === 'image/jpeg' ? jpegSize(view) : webpSize(bytes, view)
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const pngSize = (bytes: Uint8Array, view: DataView): ImageSize | undefined =>
  word(bytes, 12) === 'IHDR' ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined

/** The segments before the first frame header (SOF), which has the size. */
function jpegSize(view: DataView): ImageSize | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    if (marker === 0xd9 || marker === 0xda) return undefined
    at += hasNoLength ? 2 : 2 + Math.max(2, view.getUint16(at + 2))
  }
}

/** Lossy, lossless and extended files. Source: RFC 9649. */
function webpSize(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  switch (word(bytes, 12)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
    default:
      return undefined
  }
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((byte, index) => bytes[index] === byte)
const word = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
