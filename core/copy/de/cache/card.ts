import { formatBytes, formatMs, formatPercent, formatRate } from '../../../text/amounts'
import type { card as english } from '../../en/cache/card'
import { spokenTime, tokens } from '../../words/de'

export const card: typeof english = {
  title: 'Gedächtnis dieser Unterhaltung',
  details: 'Details für Fachleute',
  detailsMeaning: 'Für Fachleute: zeigt die Tokens, Bytes und Zeiten hinter jeder Antwort und mehr Einstellungen.',
  fewer: 'Weniger Details',
  meaning:
    'Zu jedem Textstück, das das Modell gelesen oder geschrieben hat, behält es hier seine Notizen (den KV-Cache). So muss es nicht für jede Antwort die ganze Unterhaltung noch einmal lesen.',
  absent: 'Hier erscheint das Gedächtnis des Modells, sobald ein Modell geladen ist.',
  meter: 'Wie voll das Gedächtnis dieser Unterhaltung ist',
  full: (share) => `zu ${formatPercent(share)} voll`,
  aboutFull: (share) => `zu etwa ${formatPercent(share)} voll`,
  caughtUp: (isPrivate) =>
    `${isPrivate ? '' : 'Diese Unterhaltung ist gespeichert. '}Das Modell liest sich ${isPrivate ? 'hier ' : ''}wieder ein, wenn Sie die nächste Nachricht schreiben. Diese Antwort kann deshalb etwas länger dauern.`,
  room: {
    plenty: 'Für weitere Nachrichten ist viel Platz.',
    ten: 'Es ist noch Platz für etwa 10 Nachrichten samt Antworten.',
    few: 'Es ist noch Platz für einige Nachrichten samt Antworten.',
    'one-or-two': 'Es ist noch Platz für ein, zwei Nachrichten samt Antworten.',
    little: 'Es ist nur noch wenig Platz, deshalb kann die nächste Antwort vorzeitig enden.',
  },
  noRoom: 'Das Gedächtnis dieser Unterhaltung ist voll. Unter der letzten Antwort können Sie wählen, wie es weitergeht.',
  forgets: 'Wenn es voll ist, vergisst das Modell die ältesten Nachrichten. Auf dem Bildschirm bleiben sie.',
  forgot: 'Um Platz zu schaffen, hat das Modell die ältesten Nachrichten vergessen. Auf dem Bildschirm bleiben sie.',
  noAnswer: 'Die erste Antwort zeigt hier, wie schnell dieses Modell auf diesem Computer ist.',
  speed: (totalMs) => `Die letzte Antwort hat ${spokenTime(totalMs)} gedauert.`,
  onlyNew: 'Das Modell hatte den Rest dieser Unterhaltung noch im Gedächtnis und musste nur Ihre neue Nachricht lesen.',
  bytes: (used, of) => `${formatBytes(used)} von ${formatBytes(of)}`,
  bytesName: 'Im Speicher dieses Computers',
  bytesMeaning:
    'Der Platz wurde beim Laden des Modells reserviert. Ein größeres Gedächtnis braucht mehr davon; die Einstellungen zeigen, wie viel.',
  took: (totalMs, { outputTokens, tokensPerSecond, ttftMs }) => ({
    text: `hat ${spokenTime(totalMs)} gedauert`,
    meaning: [
      'Die Zeit vom Senden bis zum Ende der Antwort.',
      outputTokens !== null &&
        `Das Modell hat ${tokens(outputTokens)}${tokensPerSecond === null ? '' : ` mit ${formatRate(tokensPerSecond)}`} geschrieben.`,
      ttftMs !== null && `Das erste Token kam nach ${formatMs(ttftMs)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  stops: {
    'stop-text': { text: 'endete an einem Ihrer Stopptexte', meaning: 'In den Einstellungen stehen Texte, an denen eine Antwort endet.' },
    'token-limit': {
      text: 'längste Antwort erreicht',
      meaning: 'Die Einstellungen begrenzen, wie lang eine Antwort sein darf. Mit „Fortsetzen“ geht sie weiter.',
    },
    'context-full': {
      text: 'Gedächtnis voll',
      meaning: 'Die Antwort endete, weil das Gedächtnis dieser Unterhaltung voll war.',
    },
    stopped: { text: 'gestoppt', meaning: 'Sie haben die Antwort gestoppt.' },
    'context-replaced': {
      text: 'durch neue Einstellungen beendet',
      meaning: 'Die Antwort endete, weil die Einstellungen geändert wurden oder ein anderes Modell geladen wurde.',
    },
  },
}
