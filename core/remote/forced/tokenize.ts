/**
 * Sources: `post_tokenize` in llama.cpp's tools/server/server-context.cpp, v0.4.0; `TokenizeResponse` in vLLM 0.33.0; `TokenizeResponse` in
 * SGLang 0.5.23 (not tried on a running server).
 */
import { countOf, fieldsOf, listOf } from '../json-fields'
import type { ServerKind } from '../server-facts'

export interface TokenizeOptions {
  /** Adds the tokens that begin and end a text. */
  readonly addSpecial: boolean
  /** Asks for the text of each token, if the server can give it. */
  readonly withPieces?: boolean
}

export interface TokenizedText {
  readonly tokens: readonly number[]
  /** False for a token that is only a part of a UTF-8 character. All are true if the server gives no text of the tokens. */
  readonly isWhole: readonly boolean[]
}

/** All of these servers read the names of special tokens, such as `<|im_end|>`, as those tokens. null for a server without `/tokenize`. */
export function tokenizeBody(kind: ServerKind, model: string, text: string, { addSpecial, withPieces }: TokenizeOptions): object | null {
  switch (kind) {
    case 'llama-server':
      return { model, content: text, add_special: addSpecial, ...(withPieces ? { with_pieces: true } : {}) }
    case 'vllm':
    case 'sglang':
      return { model, prompt: text, add_special_tokens: addSpecial }
    case 'ollama':
    case 'lm-studio':
    case 'openai':
      return null
  }
}

/** null if it is not a list of tokens. With pieces, llama-server writes a token that is no UTF-8 as a list of bytes. */
export function tokenizedFrom(answer: unknown): TokenizedText | null {
  const { tokens } = fieldsOf(answer)
  if (!Array.isArray(tokens)) return null
  const read = listOf(tokens).map((entry) => {
    const { id, piece } = fieldsOf(entry)
    return { token: countOf(typeof entry === 'number' ? entry : id), isWhole: !Array.isArray(piece) }
  })
  if (read.some(({ token }) => token === null)) return null
  return { tokens: read.map(({ token }) => token as number), isWhole: read.map(({ isWhole }) => isWhole) }
}
