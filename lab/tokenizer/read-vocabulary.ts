import type { LabModelProblem } from '../../core/contract/errors/compare-reasons'
import { countOf, type GgufHeader, isGgufArray, textOf } from '../../core/gguf/header'
import type { Vocabulary } from './tokenizer'

export const vocabularyTexts = ['tokenizer.ggml.tokens', 'tokenizer.ggml.merges'] as const

/** `llama_token_type`: control and user-defined. */
const specialTypes: readonly number[] = [3, 4]

export type VocabularyReading = { readonly vocabulary: Vocabulary } | { readonly problem: LabModelProblem }

export function readVocabulary(header: GgufHeader): VocabularyReading {
  const [model, pre] = [textOf(header, 'tokenizer.ggml.model'), textOf(header, 'tokenizer.ggml.pre')]
  if (model !== 'gpt2' || pre !== 'gpt-2') return { problem: { kind: 'tokenizer', tokenizer: model ?? null, preTokenizer: pre ?? null } }
  const [tokens, merges, types] = [...vocabularyTexts, 'tokenizer.ggml.token_type'].map((key) => listOf(header, key))
  if (!tokens || !merges) return { problem: { kind: 'vocabulary-missing' } }
  const special = (types ?? []).flatMap((type, id) => (specialTypes.includes(type as number) ? [id] : []))
  const token = (name: string) => countOf(header, `tokenizer.ggml.${name}_token_id`)
  const addsBos = header.metadata.get('tokenizer.ggml.add_bos_token') === true
  return {
    vocabulary: {
      tokens: tokens as string[],
      merges: merges as string[],
      special,
      bosToken: addsBos ? (token('bos') ?? null) : null,
      endTokens: [token('eos'), token('eot')].filter((id) => id !== undefined),
    },
  }
}

function listOf(header: GgufHeader, key: string) {
  const value = header.metadata.get(key)
  return isGgufArray(value) ? value.values : null
}
