import { type TextRange, type Word, wordsOf } from '../../../core/cells/word-match'

/** About three lines of a narrow window. */
const charactersBefore = 120
const charactersAfter = 200

export interface QuotedPart extends Word {
  /** False for what is between two words. */
  readonly isWord: boolean
  readonly isLit: boolean
}

export interface Quote {
  readonly parts: readonly QuotedPart[]
  readonly isCutBefore: boolean
  readonly isCutAfter: boolean
}

/** The words in a range of a text, and the whole words around it. */
export function quoteAround(text: string, lit: TextRange): Quote {
  const all = wordsOf(text)
  const isLit = ({ from, to }: Word) => from < lit.to && to > lit.from
  const isNear = ({ from, to }: Word) => from >= lit.from - charactersBefore && to <= lit.from + charactersAfter
  const words = all.filter((word) => isLit(word) || isNear(word))
  const parts = words.flatMap((word, at): QuotedPart[] => {
    const end = words[at - 1]?.to ?? word.from
    const between = { text: text.slice(end, word.from), from: end, to: word.from, isWord: false, isLit: false }
    return [...(end < word.from ? [between] : []), { ...word, isWord: true, isLit: isLit(word) }]
  })
  return { parts, isCutBefore: words[0] !== all[0], isCutAfter: words.at(-1) !== all.at(-1) }
}
