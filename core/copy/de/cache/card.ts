import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import type { card as english } from '../../en/cache/card'

const tokenMeaning = 'Modelle lesen und schreiben Text in Tokens. Ein Token ist ein kurzes Wort oder ein Stück eines längeren.'

export const card: typeof english = {
  title: 'Gedächtnis dieser Unterhaltung',
  details: 'Details',
  fewer: 'Weniger Details',
  meaning:
    'Zu jedem Textstück, das das Modell gelesen oder geschrieben hat, behält es hier seine Notizen (den KV-Cache). So muss es nicht für jede Antwort die ganze Unterhaltung noch einmal lesen.',
  absent: 'Hier erscheint das Gedächtnis des Modells, sobald ein Modell geladen ist.',
  meter: 'Wie voll das Gedächtnis dieser Unterhaltung ist',
  full: (share) => `zu ${formatPercent(share)} voll`,
  tokens: (used, of) => `${formatCount(used)} von ${formatCount(of)} Tokens`,
  tokensMeaning: tokenMeaning,
  other: (title) =>
    `Das Modell hat gerade ${title === undefined ? 'eine andere Unterhaltung' : `„${title}“`} im Gedächtnis. Wenn Sie hier weiterschreiben, lädt oder liest es diese Unterhaltung noch einmal.`,
  room: (exchanges) =>
    exchanges === 0
      ? 'Für eine weitere Nachricht samt Antwort reicht der Platz vielleicht nicht.'
      : exchanges === 1
        ? 'Es ist noch Platz für etwa eine Nachricht dieser Länge samt Antwort.'
        : `Es ist noch Platz für etwa ${formatCount(exchanges)} Nachrichten dieser Länge samt Antworten.`,
  noAnswer: 'Die erste Antwort zeigt hier, wie schnell dieses Modell auf diesem Computer ist.',
  speed({ startMs, knownShare, tokensPerSecond }) {
    const known = knownShare >= 0.01 ? `, als das Modell noch ${formatPercent(knownShare)} der Unterhaltung im Gedächtnis hatte` : ''
    const rate = tokensPerSecond === null ? '' : `${known === '' ? '' : ','} und kam mit ${rateText(tokensPerSecond)}`
    return `Die letzte Antwort begann ${secondsText(startMs)}${known}${rate}.`
  },
  bytes: (used, of) => `${formatBytes(used)} von ${formatBytes(of)}`,
  bytesName: 'Im Speicher dieses Computers',
  bytesMeaning:
    'Der Platz wurde beim Laden des Modells reserviert. Ein längerer Kontext braucht mehr davon; die Einstellungen zeigen, wie viel.',
  lab: 'Ansehen, was ein Modell vergisst, wenn sein Gedächtnis zu klein ist',
  began: (startMs) => ({
    text: `begann ${secondsText(startMs)}`,
    meaning: 'Die Zeit vom Senden bis zum ersten Wort der Antwort.',
  }),
  rate: (tokensPerSecond) => ({ text: rateText(tokensPerSecond), meaning: `Wie schnell das Modell geschrieben hat. ${tokenMeaning}` }),
}

const secondsText = (ms: number): string => (ms < 50 ? 'sofort' : `nach ${formatShort(ms / 1000, ms < 10_000 ? 1 : 0)} s`)
const rateText = (rate: number): string => `${formatShort(rate, rate < 10 ? 1 : 0)} Tokens pro Sekunde`
