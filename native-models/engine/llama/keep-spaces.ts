import { type LlamaModel, LlamaVocabularyType, type Token } from 'node-llama-cpp'
import { gemmaBytes, gpt2Bytes } from '../tokens/token-bytes'

interface HiddenModel {
  readonly _model?: {
    detokenize?(tokens: Uint32Array, specialTokens: boolean): string
    getTokenString?(token: number): string
  }
}

const probes = ['Which one ?', 'a ! b , c .', "it 's"]
/** Loses nothing in `llama_detokenize`. */
const plain = 'Two words, ä 漢 🙂.\n\n  x=1'

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

interface Piece {
  readonly bytes: Uint8Array
  readonly isHidden: boolean
}

/**
 * `llama_detokenize` removes the space before "?", "!", "." and "," and around some apostrophes if a vocabulary has `clean_spaces`, as most
 * BPE vocabularies have: "a ? b : c" becomes "a? b : c". Neither GGUF nor node-llama-cpp can switch that off. This replaces the addon's function for
 * such models by one that joins the bytes of the tokens, as llama-server does. Returns whether it did.
 *
 * Can be removed once node-llama-cpp has a switch. Source: `llama_vocab::impl::detokenize` and `token_to_piece`, llama.cpp v0.4.0;
 * node-llama-cpp 3.21.1, `AddonModel::Detokenize`.
 */
export function keepSpaces(model: LlamaModel): boolean {
  const { _model: addon } = model as unknown as HiddenModel
  if (model.vocabularyType !== LlamaVocabularyType.bpe || !addon?.detokenize || !addon.getTokenString) return false
  const cleaned = addon.detokenize.bind(addon)
  const idsOf = (text: string) => Uint32Array.from(model.tokenize(text))
  if (probes.every((text) => cleaned(idsOf(text), false) === text)) return false
  for (const decode of [gpt2Bytes, gemmaBytes]) {
    const pieces = new Map<number, Piece>()
    const pieceOf = (token: number): Piece => {
      const known = pieces.get(token)
      if (known) return known
      const { control, unknown, userDefined } = model.getTokenAttributes(token as Token)
      const text = addon.getTokenString?.(token) ?? ''
      const bytes = (control || unknown || userDefined ? undefined : decode(text)) ?? new TextEncoder().encode(text)
      const made = { bytes, isHidden: control || unknown }
      pieces.set(token, made)
      return made
    }
    const joined = (tokens: Uint32Array, specialTokens: boolean): string => {
      const shown: Uint8Array[] = []
      for (const token of tokens) {
        const { bytes, isHidden } = pieceOf(token)
        if (specialTokens || !isHidden) shown.push(bytes)
      }
      return utf8.decode(Buffer.concat(shown))
    }
    if ([...probes, plain].some((text) => joined(idsOf(text), false) !== text)) continue
    Object.defineProperty(addon, 'detokenize', { value: joined })
    return true
  }
  return false
}
