import { formatCount } from '../../../text/amounts'
import type { failures as englishFailures, sideBySide as englishSideBySide } from '../../en/compare/results'
import { counted, listed, tokens } from '../../words/de'

export const sideBySide: typeof englishSideBySide = {
  title: 'Derselbe Prompt im Vergleich',
  note: 'Temperatur 0: immer das wahrscheinlichste Token. Markiert ist das erste Token, das von der Referenz abweicht; ab dort unterscheiden sich die Antworten. Die Antwort eines Servers hat keine Tokens und wird Wort für Wort verglichen.',
  answers: (prompt) => `Antworten auf: ${prompt}`,
  quoted: (prompt) => `„${prompt}“`,
  length: { tokens, words: (count) => counted(count, 'Wort', 'Wörter') },
  same: {
    tokens: (count) => (count === 1 ? 'dasselbe Token' : `dieselben ${formatCount(count)} Tokens`),
    words: (count) => (count === 1 ? 'dasselbe Wort' : `dieselben ${formatCount(count)} Wörter`),
  },
  differsAt: {
    tokens: (token) => `anders ab Token ${formatCount(token)}`,
    words: (word) => `anders ab Wort ${formatCount(word)}`,
  },
  endsHere: '[endet hier]',
}

export const failures: typeof englishFailures = {
  title: 'Fehlgeschlagen',
  note: 'Die anderen Messungen sind davon nicht betroffen.',
  parts: (parts) => `${listed(parts)}.`,
  more: (count) => `und ${formatCount(count)} weitere`,
}
