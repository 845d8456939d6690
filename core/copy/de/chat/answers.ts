import { formatBytes, formatCount, formatMs, formatRate } from '../../../text/amounts'
import type { answers as english } from '../../en/chat/answers'
import { counted, tokens } from '../../words/de'
import { speculation } from '../turn/speculation'

export const answers: typeof english = {
  copy: 'Antwort kopieren',
  openReport: 'Bericht öffnen',
  closeReport: 'Bericht schließen',
  regenerate: (count) => (count === 1 ? 'Neu generieren' : `Neu generieren mit ${counted(count, 'Antwort', 'Antworten')}`),
  continue: 'Fortsetzen',

  edit: {
    action: 'Antwort bearbeiten',
    label: 'Text der Antwort',
    note: 'Die ursprüngliche Antwort und alles danach bleiben als Zweig erhalten. Das Modell schreibt nichts.',
    cancel: 'Abbrechen',
    save: 'Speichern',
  },
  edited: 'von Ihnen bearbeitet',

  branch: {
    answer: { previous: 'Vorige Antwort', next: 'Nächste Antwort' },
    version: { previous: 'Vorige Fassung', next: 'Nächste Fassung' },
    position: (position, count) => `${formatCount(position)} von ${formatCount(count)}`,
  },

  nothing: {
    empty:
      'Das Modell hat seine Antwort beendet, ohne Text zu schreiben. Generieren Sie die Antwort neu, oder formulieren Sie Ihre Nachricht anders.',
    onlyReasoning:
      'Das Modell hat nach seinen Überlegungen aufgehört, ohne zu antworten. Generieren Sie die Antwort neu, oder schalten Sie „Überlegen“ aus.',
    tooLong:
      'Die Antwort hat ihre größte Länge erreicht, während das Modell noch überlegt hat. Setzen Sie die Antwort fort, oder begrenzen Sie die Überlegungen in den Einstellungen.',
    contextFull: 'Der Kontext war voll, bevor das Modell fertig überlegt hatte.',
  },

  progress: {
    waiting: 'Wartet auf die Engine',
    waitsFor(wait) {
      if (wait.for === 'prompt')
        return `Wartet auf eine andere Antwort, deren Prompt mit ${wait.tokens === 1 ? 'demselben Token' : `denselben ${formatCount(wait.tokens)} Tokens`} beginnt`
      const { wanted, idle, sequences } = wait
      const waits = 'Wartet auf andere Unterhaltungen'
      if (idle === 0) return `${waits}: Sie belegen ${sequences === 1 ? 'die einzige Sequenz' : `alle ${formatCount(sequences)} Sequenzen`}`
      if (idle >= wanted) return `${waits}, die zuerst an der Reihe sind`
      return `${waits}: Die Antworten brauchen ${counted(wanted, 'Sequenz', 'Sequenzen')}, frei sind ${formatCount(idle)} von ${formatCount(sequences)}`
    },
    isCopied: 'sie werden einmal verarbeitet und dann kopiert',
    moreSequences: 'mit mehr Sequenzen in den Einstellungen antwortet das Modell in mehr Unterhaltungen gleichzeitig',
    reading: 'Verarbeitet die Unterhaltung',
    read: (processed, newTokens) => `${formatCount(processed)} von ${counted(newTokens, 'neuem Token', 'neuen Tokens')}`,
    thinking: 'Überlegt',
    answering: 'Antwortet',
    written: (outputTokens, tokensPerSecond, drafts) =>
      [tokens(outputTokens), tokensPerSecond !== null && formatRate(tokensPerSecond), drafts && speculation.progress(drafts)]
        .filter(Boolean)
        .join(' · '),
  },

  set: {
    title: 'Antworten',
    continueWith: 'Fortsetzen mit',
    name: (number) => `Antwort ${formatCount(number)}`,
    nameOf: (number, count) => `Antwort ${formatCount(number)} von ${formatCount(count)}`,
    chosen: (number) => `Antwort ${formatCount(number)}: Die Unterhaltung geht hier weiter`,
    copy: (number) => `Antwort ${formatCount(number)} kopieren`,
    stop: (number) => `Antwort ${formatCount(number)} stoppen`,
    openReport: (number) => `Bericht von Antwort ${formatCount(number)} öffnen`,
    closeReport: (number) => `Bericht von Antwort ${formatCount(number)} schließen`,

    onePrefill: ({ answers: count, cellBytes, inOneBatch }) =>
      `${formatCount(count)} Antworten · Prompt einmal verarbeitet · ${formatBytes(cellBytes * (count - 1))} Zellen kopiert${inOneBatch ? '' : ' · abwechselnd'}`,
    onePrefillMeaning({ answers: count, cellBytes, copyMs, inOneBatch }) {
      const copies = `Der Prompt wurde einmal verarbeitet. Seine Zellen (${formatBytes(cellBytes)}) wurden dann in ${formatMs(copyMs)} in die Sequenzen der übrigen Antworten kopiert. Jede Sequenz hat eigene Zellen (kv_unified von llama.cpp ist in Headroom ausgeschaltet), deshalb sind die Zellen des Prompts ${formatCount(count)}-mal im Speicher.`
      return inOneBatch
        ? `${copies} Alle Antworten werden in einem Batch decodiert: Jedes Gewicht wird einmal für alle gelesen. In einem Batch mit mehreren Sequenzen addiert llama.cpp Zahlen in anderer Reihenfolge. Nach einigen Hundert Tokens kann eine Antwort deshalb von der abweichen, die ihr Seed allein ergibt.`
        : `${copies} Die Sequenzen dieses Modells können sich in dieser Version von llama.cpp keinen Batch teilen. Die Antworten wechseln sich deshalb ab, je ein Token.`
    },
  },
}
