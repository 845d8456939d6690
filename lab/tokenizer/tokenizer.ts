/**
 * Byte-level BPE in the GPT-2 style, as in llama.cpp for `tokenizer.ggml.model` = gpt2 and `tokenizer.ggml.pre` = gpt-2.
 *
 *   text -> special tokens cut out -> words by a pattern -> bytes, each as a printable letter -> merges by rank
 *
 * Source: `llm_tokenizer_bpe_session` in src/llama-vocab.cpp, `unicode_regex_split_custom_gpt2` in src/unicode.cpp.
 */
import { bytesOfLetters, lettersOf } from './byte-letters'

export interface Vocabulary {
  /** (V). Normal tokens have one letter per byte. */
  readonly tokens: readonly string[]
  /** Never merged, such as <|im_start|>. */
  readonly special: readonly number[]
  /** Pairs such as "left right", best first. */
  readonly merges: readonly string[]
  /** Precedes every text. null if the model adds no BOS. */
  readonly bosToken: number | null
  readonly endTokens: readonly number[]
}

/** Contractions; words, numbers and symbols with the space before them; whitespace. */
const words =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu

export class Tokenizer {
  private readonly idOf: ReadonlyMap<string, number>
  private readonly rankOf: ReadonlyMap<string, number>
  private readonly specialPattern: RegExp | null

  constructor(readonly vocabulary: Vocabulary) {
    this.idOf = new Map(vocabulary.tokens.map((token, id) => [token, id]))
    this.rankOf = new Map(vocabulary.merges.map((pair, rank) => [pair, rank]))
    const names = vocabulary.special.map((id) => vocabulary.tokens[id] as string).filter((name) => name !== '')
    // A name must not hide a longer name that starts with it.
    const longestFirst = names.toSorted((a, b) => b.length - a.length).map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    this.specialPattern = names.length > 0 ? new RegExp(`(${longestFirst.join('|')})`, 'u') : null
  }

  /** Adds BOS if the model does. Names of special tokens become those tokens. */
  encode(text: string): Int32Array {
    const { bosToken } = this.vocabulary
    const ids: number[] = bosToken === null ? [] : [bosToken]
    const parts = this.specialPattern ? text.split(this.specialPattern) : [text]
    parts.forEach((part, index) => {
      // `split` with a group puts the matches at odd indexes.
      if (index % 2 === 1) ids.push(this.idOf.get(part) as number)
      else for (const [word] of part.matchAll(words)) this.encodeWord(word, ids)
    })
    return Int32Array.from(ids)
  }

  /** Special tokens become their names. Invalid UTF-8 becomes U+FFFD. */
  decode(ids: Iterable<number>): string {
    const bytes: number[] = []
    for (const id of ids) bytes.push(...this.bytesOf(id))
    return new TextDecoder().decode(Uint8Array.from(bytes))
  }

  private bytesOf(id: number): Uint8Array {
    const token = this.vocabulary.tokens[id]
    if (token === undefined) throw new Error(`Expected a token below ${this.vocabulary.tokens.length}, got ${id}`)
    return this.vocabulary.special.includes(id) ? new TextEncoder().encode(token) : bytesOfLetters(token)
  }

  private encodeWord(word: string, ids: number[]): void {
    const parts = [...lettersOf(word)]
    for (;;) {
      let [best, bestRank] = [-1, Number.POSITIVE_INFINITY]
      for (let i = 0; i + 1 < parts.length; i++) {
        const rank = this.rankOf.get(`${parts[i]} ${parts[i + 1]}`) ?? Number.POSITIVE_INFINITY
        if (rank < bestRank) [best, bestRank] = [i, rank]
      }
      if (best < 0) break
      parts.splice(best, 2, `${parts[best]}${parts[best + 1]}`)
    }
    for (const part of parts) {
      const id = this.idOf.get(part)
      // Falls back to single bytes. Like llama.cpp, drops bytes that the vocabulary lacks.
      if (id !== undefined) ids.push(id)
      else for (const letter of part) if (this.idOf.has(letter)) ids.push(this.idOf.get(letter) as number)
    }
  }
}
