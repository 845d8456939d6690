/**
 * Texts in a GGUF file: a length of eight bytes, then that many bytes, which should be UTF-8.
 *
 * llama.cpp hands every text on as a C string, so one ends at its first zero byte for the rest of the program.
 * Here it ends there too: what this reader calls an architecture is what llama.cpp will call it.
 */
import type { ByteWindow } from './byte-window'
import { countText, Malformed } from './malformed'

/** GGUF_MAX_STRING_LENGTH and GGUF_MAX_ARRAY_ELEMENTS in ggml/src/gguf.cpp. */
export const maxLength = 1 << 30

/** Takes the length of a text whose bytes are in the file, if not yet in the window. */
export function takeTextLength(window: ByteWindow): number {
  window.demand(8)
  const bytes = window.length()
  if (bytes > maxLength) throw new Malformed(`a text of ${countText(bytes)} bytes`, window.offset)
  window.demand(bytes)
  return bytes
}

const decoder = new TextDecoder('utf-8')

/** Bytes as text, up to the first zero. What is not UTF-8 becomes U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  const kept = end < 0 ? bytes : bytes.subarray(0, end)
  // TextDecoder drops a byte order mark; to llama.cpp it is part of the text.
  const hasMark = kept[0] === 0xef && kept[1] === 0xbb && kept[2] === 0xbf
  return (hasMark ? '\ufeff' : '') + decoder.decode(kept)
}
