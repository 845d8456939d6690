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
  openNew: 'Neue Unterhaltung beginnen',
}
