/**
 * Drafts are token ids, so an id must have the same text in both models. Source: `common_speculative_are_compatible` in
 * common/speculative.cpp, llama.cpp v0.4.0.
 */
import type { VocabularyDifference } from '../contract/errors/settings-reasons'
import { type GgufHeader, isGgufArray, numberOf, textOf } from '../gguf/header'
import { legible } from '../gguf/malformed'

/** Source: SPEC_VOCAB_MAX_SIZE_DIFFERENCE. */
const mostSizeDifference = 128
/** Source: SPEC_VOCAB_CHECK_START_TOKEN_ID. */
const firstCompared = 5

/** A value that the file lacks is null and is not compared. */
export interface Vocabulary {
  readonly type: string | null
  readonly addBos: boolean | null
  readonly addEos: boolean | null
  readonly bos: number | null
  readonly eos: number | null
  readonly tokens: readonly string[]
}

/** `vocabularyOf` needs a header that was read with this key in `keptTexts`. */
export const vocabularyKey = 'tokenizer.ggml.tokens'

export function vocabularyOf(header: GgufHeader): Vocabulary | null {
  const tokens = header.metadata.get(vocabularyKey)
  if (!isGgufArray(tokens) || tokens.elementType !== 'str' || !tokens.values) return null
  const flag = (key: string) => {
    const value = header.metadata.get(`tokenizer.ggml.${key}`)
    return typeof value === 'boolean' ? value : null
  }
  return {
    type: textOf(header, 'tokenizer.ggml.model') ?? null,
    addBos: flag('add_bos_token'),
    addEos: flag('add_eos_token'),
    bos: numberOf(header, 'tokenizer.ggml.bos_token_id') ?? null,
    eos: numberOf(header, 'tokenizer.ggml.eos_token_id') ?? null,
    tokens: tokens.values as readonly string[],
  }
}

export function vocabularyDifference(draft: Vocabulary, main: Vocabulary): VocabularyDifference | null {
  if (differ(draft.type, main.type)) return { kind: 'tokenizer', draft: legible(draft.type ?? ''), main: legible(main.type ?? '') }
  if (differ(draft.addBos, main.addBos)) return { kind: 'added-start', addedBy: draft.addBos ? 'draft' : 'main' }
  if (main.addBos && differ(draft.bos, main.bos)) return { kind: 'start-token', draft: draft.bos ?? 0, main: main.bos ?? 0 }
  if (differ(draft.addEos, main.addEos)) return { kind: 'added-end', addedBy: draft.addEos ? 'draft' : 'main' }
  if (main.addEos && differ(draft.eos, main.eos)) return { kind: 'end-token', draft: draft.eos ?? 0, main: main.eos ?? 0 }
  const [draftTokens, mainTokens] = [draft.tokens.length, main.tokens.length]
  if (Math.abs(draftTokens - mainTokens) > mostSizeDifference) return { kind: 'token-count', draft: draftTokens, main: mainTokens }
  for (let id = firstCompared; id < Math.min(draftTokens, mainTokens); id++)
    if (draft.tokens[id] !== main.tokens[id]) return { kind: 'token', id, draft: spelled(draft, id), main: spelled(main, id) }
  return null
}

const differ = <T>(left: T | null, right: T | null): boolean => left !== null && right !== null && left !== right

const spelled = ({ tokens }: Vocabulary, id: number): string => legible(tokens[id] ?? '', 20)
