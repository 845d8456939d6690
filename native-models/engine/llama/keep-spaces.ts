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
    const bytes = new Map<number, Uint8Array>()
    const bytesOf = (token: number): Uint8Array => {
      const known = bytes.get(token)
      if (known) return known
      const { control, unknown, userDefined } = model.getTokenAttributes(token as Token)
      const text = addon.getTokenString?.(token) ?? ''
      const made = (control || unknown || userDefined ? undefined : decode(text)) ?? new TextEncoder().encode(text)
      bytes.set(token, made)
      return made
    }
    const joined = (tokens: Uint32Array, specialTokens: boolean): string => {
      const parts = [...tokens].filter((token) => specialTokens || !isHidden(model, token)).map(bytesOf)
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(parts))
    }
    if ([...probes, plain].some((text) => joined(idsOf(text), false) !== text)) continue
    Object.defineProperty(addon, 'detokenize', { value: joined })
    return true
  }
  return false
}

function isHidden(model: LlamaModel, token: number): boolean {
  const { control, unknown } = model.getTokenAttributes(token as Token)
  return control || unknown
}
