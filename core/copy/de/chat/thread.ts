import { formatRoughMs } from '../../../text/amounts'
import type { thread as english } from '../../en/chat/thread'
import { counted, tokens } from '../../words/de'

export const thread: typeof english = {
  name: 'Unterhaltung',
  jumpToEnd: 'Zum Ende springen',

  empty: {
    tryNow: (name) => `Jetzt mit ${name} chatten`,
    demonstration:
      'Ein winziges Demonstrationsmodell, das zu Headroom gehört. Es versteht nur Englisch, weiß ein wenig über den KV-Cache und erzählt winzige Geschichten, erfindet aber oft etwas. Es zeigt, wie Headroom arbeitet; es ist kein Assistent.',
    local: 'Läuft nur auf diesem Gerät. Schreiben Sie unten die erste Nachricht.',
  },

  speakers: { you: 'Sie', model: 'Modell' },
  copySelected: 'Auswahl kopieren',
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
