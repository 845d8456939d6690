/** The bytes of tokens. node-llama-cpp gives text only, in which a part of a character is U+FFFD. */
import { isUtf8 } from 'node:buffer'
import type { LlamaModel, Token } from 'node-llama-cpp'
import type { TokenPiece } from '../../../core/contract/engine'

interface HiddenModel {
  readonly _model?: { getTokenString?(token: number): string }
}

/** Source: `AddonModel::GetTokenString`, node-llama-cpp 3.21.1. Without it, a part of a character stays U+FFFD. */
export function pieceOf(model: LlamaModel, token: Token): TokenPiece {
  const text = tokenText(model, token, true)
  if (!text.includes('\ufffd')) return text
  const written = (model as unknown as HiddenModel)._model?.getTokenString?.(token)
  if (written === undefined) return text
  const bytes = [gemmaBytes(written), gpt2Bytes(written), rwkvBytes(written)].find((found) => found && !isUtf8(found))
  return bytes ? [...bytes] : text
}

/** `llama_detokenize` removes the space with which a text begins if the vocabulary has `add_space_prefix`, so the token comes second. */
export function tokenText(model: LlamaModel, token: Token, showsSpecial = false): string {
  const first = model.detokenize([token], showsSpecial)
  return model.detokenize([token, token], showsSpecial).slice(first.length)
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

const rwkvEscapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' }

/** In vocabularies of RWKV, bytes are "\xe6". */
function rwkvBytes(text: string): Uint8Array {
  const parts = text.split(/\\(x[0-9a-f]{2}|.)/s).map((part, at) => {
    if (at % 2 === 0) return Buffer.from(part)
    return part.length === 3 ? Buffer.from(part.slice(1), 'hex') : Buffer.from(rwkvEscapes[part] ?? part)
  })
  return Buffer.concat(parts)
}

const isPrintable = (byte: number): boolean => (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae

const allBytes = Array.from({ length: 256 }, (_, byte) => byte)
const others = allBytes.filter((byte) => !isPrintable(byte))
const byteOf: ReadonlyMap<string, number> = new Map(
  allBytes.map((byte) => [String.fromCodePoint(isPrintable(byte) ? byte : 256 + others.indexOf(byte)), byte]),
)
