import { formatBytes, formatCount } from '../../../text/amounts'
import type { contextFull as english } from '../../en/chat/context-full'
import { say } from '../../types/sentence'
import { tokens } from '../../words/de'

export const contextFull: typeof english = {
  sentence: (contextTokens) =>
    say(
      `Der Kontext ist voll: Alle ${tokens(contextTokens)} sind belegt, deshalb endete die Antwort.`,
      'Schaffen Sie Platz, und setzen Sie die Antwort fort.',
    ),
  dropOldest: 'Älteste Turns entfernen',
  raise: (contextTokens, bytes) => `Kontext auf ${formatCount(contextTokens)} vergrößern (Cache: ${formatBytes(bytes)})`,
  quantize: (contextTokens, type, bytes) => `Auf ${formatCount(contextTokens)} vergrößern, Cache in ${type} (${formatBytes(bytes)})`,
  openWithSummary: 'Neue Unterhaltung mit Zusammenfassung beginnen',
  fitsNow: say('Die Nachricht passt jetzt in den Kontext.', ''),
  answer: 'Nachricht beantworten',
  writing: (written) =>
    say(
      `Das Modell schreibt eine Zusammenfassung, bisher ${tokens(written)}.`,
      'Wenn sie fertig ist, öffnet sich damit eine neue Unterhaltung.',
    ),
  stop: 'Stoppen',
  summaryName: (title) => `Zusammenfassung von „${title}“`,
  openNew: 'Neue Unterhaltung beginnen',
}
