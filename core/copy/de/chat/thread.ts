import { formatCount, formatRoughMs } from '../../../text/amounts'
import type { thread as english } from '../../en/chat/thread'
import { say } from '../../types/sentence'
import { counted, dateTime, tokens } from '../../words/de'

export const thread: typeof english = {
  name: 'Unterhaltung',
  jumpToEnd: 'Zum Ende springen',

  empty: {
    title: 'Ein privater Assistent auf Ihrem eigenen Computer',
    what: 'Schreiben Sie unten, und ein Sprachmodell auf diesem Computer antwortet. Nichts, was Sie schreiben, verlässt ihn, und Internet ist nicht nötig.',
    demo: (name) =>
      `Vorerst antwortet ${name}: ein winziges Demonstrationsmodell, das zu Headroom gehört. Es versteht nur Englisch, kann ein wenig plaudern und erfindet oft etwas. Ein Modell für echte Arbeit ist einen Klick entfernt, in der Liste unten.`,
    local: 'Läuft nur auf diesem Computer: Nichts, was Sie schreiben, verlässt ihn. Schreiben Sie unten die erste Nachricht.',
  },

  demoNote: {
    text: (name) => `${name} ist eine winzige Demo und irrt sich oft.`,
    documents: (name, hasOther) =>
      say(
        `${name} kann keine Fragen zu Dokumenten beantworten.`,
        `Es ist zu klein dafür. ${hasOther ? 'Wählen' : 'Holen'} Sie ein größeres Modell.`,
      ),
    get: 'Ein richtiges Modell holen',
  },

  printedDate: dateTime,

  speakers: { you: 'Sie', model: 'Modell' },
  continueInNew: 'In neuer Unterhaltung fortsetzen',
  copySelected: 'Auswahl kopieren',
  deleteFrom: {
    action: 'Ab hier löschen …',
    title: (after) =>
      after === 0
        ? 'Diese Nachricht löschen?'
        : after === 1
          ? 'Diese und die folgende Nachricht löschen?'
          : `Diese und die ${formatCount(after)} folgenden Nachrichten löschen?`,
    text: (hasBranches, hasOthers) =>
      [
        ...(hasBranches ? ['Zweige, die danach beginnen, werden mit gelöscht.'] : []),
        ...(hasOthers ? ['Die anderen Fassungen dieser Nachricht bleiben.'] : []),
        'Das lässt sich nicht rückgängig machen.',
      ].join(' '),
    no: 'Abbrechen',
    yes: 'Löschen',
  },
  cutOff: 'Headroom wurde beendet, während das Modell diese Antwort schrieb.',

  prompt: {
    pinned: 'bleibt im Kontext',
    pin: 'Behalten, wenn der Kontext voll ist',
    unpin: 'Nicht mehr behalten',
    copy: 'Nachricht kopieren',
    edit: 'Bearbeiten und erneut senden',
  },

  edit: {
    label: 'Nachricht bearbeiten',
    note: 'Die ursprüngliche Nachricht und alles danach bleiben als Zweig erhalten.',
    cancel: 'Abbrechen',
    send: 'Erneut senden',
  },

  sendCost({ promptTokens, keptTokens, processMs, fromDisk }) {
    const time = processMs === null ? '' : `, etwa ${formatRoughMs(processMs)}`
    const restored = fromDisk ? `; ${counted(keptTokens, 'Token wird', 'Tokens werden')} vom Datenträger zurückgelesen` : ''
    return `Das Modell verarbeitet dann ${tokens(promptTokens - keptTokens)}${time}${restored}.`
  },
}
