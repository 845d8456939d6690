import type { ByteWindow } from './byte-window'
import { largeCount, Malformed } from './malformed'

/** Source: GGUF_MAX_STRING_LENGTH and GGUF_MAX_ARRAY_ELEMENTS in ggml/src/gguf.cpp. */
export const maxLength = 1 << 30

export function takeTextLength(window: ByteWindow): number {
  window.demand(8)
  const bytes = window.length()
  if (bytes > maxLength) throw new Malformed({ kind: 'text-length', bytes: largeCount(bytes) }, window.offset)
  window.demand(bytes)
  return bytes
}

const decoder = new TextDecoder('utf-8')

/** The string ends at the first zero byte, as in llama.cpp. Invalid UTF-8 becomes U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  const kept = end < 0 ? bytes : bytes.subarray(0, end)
  // By default, TextDecoder drops a byte order mark.
  const hasMark = kept[0] === 0xef && kept[1] === 0xbb && kept[2] === 0xbf
  return (hasMark ? '\ufeff' : '') + decoder.decode(kept)
}
