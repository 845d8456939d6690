/** One token per word, with the space after it. The same word always has the same number. */
import { coded } from '../../core/contract/errors/coded-error'
import type { PromptReader } from '../process/backend'
import { madePrompt, shownMessages } from './made-prompt'

const ids = new Map<string, number>()
const words: string[] = []

export const idOf = (word: string): number => {
  const known = ids.get(word)
  if (known !== undefined) return known
  ids.set(word, words.length)
  return words.push(word) - 1
}

const tokensOf = (text: string): number[] => (text.match(/\s*\S+\s*/g) ?? []).map(idOf)

function textOf(token: number): string {
  const word = words[token]
  if (word === undefined) throw coded('token-unknown', { token, vocabularyTokens: words.length })
  return word
}

export const fakePrompts: PromptReader = {
  tokenize: (text) => tokensOf(text),
  detokenize(tokens) {
    const pieces = tokens.map(textOf)
    return { text: pieces.join(''), pieces }
  },
  /** Words end by themselves. */
  endTokens: () => [],
  render({ messages, raw }, settings) {
    if (raw) {
      const tokens = 'text' in raw ? tokensOf(raw.text) : raw.tokens
      return { text: tokens.map(textOf).join(''), tokens, spans: [{ from: 0, to: tokens.length, holds: 'user', message: 1 }] }
    }
    const { words: all, spans } = madePrompt(shownMessages(messages, settings), settings.tools)
    return { text: all.join(' '), tokens: all.map((word) => idOf(`${word} `)), spans }
  },
}
