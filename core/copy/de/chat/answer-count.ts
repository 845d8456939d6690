import { formatBytes, formatCount } from '../../../text/amounts'
import type { answerCount as english } from '../../en/chat/answer-count'
import { counted, tokens } from '../../words/de'

export const answerCount: typeof english = {
  label: 'Antworten',
  option: (answers) => counted(answers, 'Antwort', 'Antworten'),
  onePrefill: 'Der Prompt wird einmal verarbeitet, die Antworten stehen nebeneinander. Bei niedriger Temperatur können sie gleich sein.',
  needs: (answers, { before, after }) =>
    `Der Cache wächst von ${formatBytes(before)} auf ${formatBytes(after)}, für ${formatCount(answers)} Sequenzen. Er behält diese Größe, bis Sie in den Einstellungen weniger Sequenzen wählen.`,
  sameAnswers: 'Bei Temperatur 0 wären alle Antworten gleich. Erhöhen Sie die Temperatur in den Einstellungen.',

  offer: {
    what: (answers, sequences) =>
      `${formatCount(answers)} Antworten auf einmal brauchen ${formatCount(answers)} Sequenzen; dieser Kontext hat ${formatCount(sequences)}.`,
    cost(before, after) {
      const growth = after ? ` von ${formatBytes(before.bytes)} auf ${formatBytes(after.bytes)}` : ''
      const shorter =
        after && after.contextTokens < before.contextTokens ? `, und jede Sequenz fasst nur noch ${tokens(after.contextTokens)}` : ''
      return `Jede Sequenz hat eigene Zellen (kv_unified von llama.cpp ist in Headroom ausgeschaltet). Deshalb wachsen die Caches${growth}${shorter}. Der Kontext wird neu angelegt und sein jetziger Inhalt erneut verarbeitet.`
    },
    set: (sequences) => `${counted(sequences, 'Sequenz', 'Sequenzen')} einrichten`,
    ask: (answers) => `${counted(answers, 'Antwort', 'Antworten')} anfordern`,
  },
}
