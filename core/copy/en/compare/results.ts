import { formatCount } from '../../../text/amounts'
import { counted, listed, tokens } from '../../words/en'

export const sideBySide = {
  title: 'The same prompt, side by side',
  note: 'Temperature 0: always the most likely token. The first token that differs from the reference is marked; from there on, the answers diverge. An answer of a server has no tokens, so it is compared word by word.',
  answers: (prompt: string): string => `Answers to: ${prompt}`,
  quoted: (prompt: string): string => `“${prompt}”`,
  length: { tokens, words: (count: number): string => counted(count, 'word', 'words') },
  same: {
    tokens: (count: number): string => (count === 1 ? 'the same token' : `the same ${formatCount(count)} tokens`),
    words: (count: number): string => (count === 1 ? 'the same word' : `the same ${formatCount(count)} words`),
  },
  differsAt: {
    tokens: (token: number): string => `differs at token ${formatCount(token)}`,
    words: (word: number): string => `differs at word ${formatCount(word)}`,
  },
  endsHere: '[ends here]',
}

export const failures = {
  title: 'What failed',
  note: 'The other measurements are not affected.',
  /** The sentence of the error follows. */
  parts: (parts: readonly string[]): string => `${listed(parts)}.`,
  more: (count: number): string => `and ${formatCount(count)} more`,
}
