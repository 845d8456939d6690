import { formatRoughMs } from '../../../text/amounts'
import type { thread as english } from '../../en/chat/thread'
import { counted, tokens } from '../../words/de'

export const thread: typeof english = {
  name: 'Unterhaltung',
  jumpToEnd: 'Zum Ende springen',

  empty: {
    demonstration:
      'Ein Demonstrationsmodell mit fünf Millionen Parametern, das zu Headroom gehört. Es weiß ein wenig über den KV-Cache und erzählt winzige Geschichten, versteht aber nur Englisch und ist kein Assistent.',
    realModel: {
      before:
        'Für echte Aufgaben laden Sie ein richtiges Modell: Ziehen Sie eine .gguf-Datei auf dieses Fenster, oder wählen Sie eines unter ',
      screen: 'Modelle',
      after: '.',
    },
    local: 'Läuft nur auf diesem Gerät. Schreiben Sie unten die erste Nachricht.',
  },

  speakers: { you: 'Sie', model: 'Modell' },
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
