/** The bytes of tokens. node-llama-cpp gives text only, in which a part of a character is U+FFFD. */
import { isUtf8 } from 'node:buffer'
import type { LlamaModel, Token } from 'node-llama-cpp'
import type { TokenPiece } from '../../../core/contract/engine'

interface HiddenModel {
  readonly _model?: { getTokenString?(token: number): string }
}

/** Source: `AddonModel::GetTokenString`, node-llama-cpp 3.21.1. Without it, a part of a character stays U+FFFD. */
export function pieceOf(model: LlamaModel, token: Token): TokenPiece {
  const text = model.detokenize([token], true)
  if (!text.includes('\ufffd')) return text
  const written = (model as unknown as HiddenModel)._model?.getTokenString?.(token)
  if (written === undefined) return text
  const bytes = [gemmaBytes(written), gpt2Bytes(written)].find((found) => found && !isUtf8(found))
  return bytes ? [...bytes] : text
}

/** In vocabularies of SentencePiece and of Gemma 4, spaces are "▁", and bytes are "<0x0A>". */
export function gemmaBytes(text: string): Uint8Array {
  const [, byte] = /^<0x([0-9A-F]{2})>$/.exec(text) ?? []
  return byte === undefined ? new TextEncoder().encode(text.replaceAll('▁', ' ')) : Uint8Array.of(Number.parseInt(byte, 16))
}

/** GPT-2's table: each byte is a printable character. Returns undefined if the text has another character. */
export function gpt2Bytes(text: string): Uint8Array | undefined {
  const bytes = Array.from(text, (character) => byteOf.get(character))
  return bytes.every((byte) => byte !== undefined) ? Uint8Array.from(bytes as number[]) : undefined
}

const isPrintable = (byte: number): boolean => (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae

const allBytes = Array.from({ length: 256 }, (_, byte) => byte)
const others = allBytes.filter((byte) => !isPrintable(byte))
const byteOf: ReadonlyMap<string, number> = new Map(
  allBytes.map((byte) => [String.fromCodePoint(isPrintable(byte) ? byte : 256 + others.indexOf(byte)), byte]),
)
