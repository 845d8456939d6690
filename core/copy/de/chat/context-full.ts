import { formatBytes, formatCount } from '../../../text/amounts'
import type { contextFull as english } from '../../en/chat/context-full'
import { say } from '../../types/sentence'
import { tokens } from '../../words/de'

export const contextFull: typeof english = {
  sentence: (contextTokens) =>
    say(
      `Der Kontext ist voll: Alle ${tokens(contextTokens)} sind belegt. Die Antwort endete dort.`,
      'Schaffen Sie Platz, um die Antwort fortzusetzen.',
    ),
  plainSentence: say('Das Gedächtnis dieser Unterhaltung ist voll, deshalb endete die Antwort.', 'Wählen Sie, wie es weitergeht.'),
  forgetAndContinue: 'Älteste Nachrichten vergessen und fortsetzen',
  forgetAndAnswer: 'Älteste Nachrichten vergessen und antworten',
  plainTooLong: say(
    'Mit der neuen Nachricht ist diese Unterhaltung zu lang für das Gedächtnis des Modells.',
    'Wählen Sie, wie es weitergeht.',
  ),
  plainRaise: (bytes) => `Gedächtnis vergrößern (braucht ${formatBytes(bytes)})`,
  forgetNote: 'Nur das Modell vergisst sie. Auf dem Bildschirm bleiben sie.',
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
