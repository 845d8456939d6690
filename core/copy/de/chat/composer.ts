import type { OverflowPolicy } from '../../../contract/settings/overflow'
import { formatCount } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import type { composer as english } from '../../en/chat/composer'
import { say } from '../../types/sentence'
import { counted, tokens } from '../../words/de'

const makesRoom: Readonly<Record<Exclude<OverflowPolicy, 'stop'>, string>> = {
  'drop-oldest': 'die ältesten Turns fallen weg',
  'sink-recency': 'frühere Tokens fallen weg',
}

/** undefined if the message is hardly too long. */
const timesTooLong = (messageTokens: number, contextTokens: number): string | undefined => {
  const times = messageTokens / contextTokens
  return times < 1.1 ? undefined : `etwa ${formatShort(times, times < 10 ? 1 : 0)}-mal`
}

export const composer: typeof english = {
  label: 'Nachricht',
  placeholder: 'Nachricht schreiben',
  obstacles: {
    connecting: 'Verbindung wird hergestellt …',
    noModel: 'Zuerst ein Modell auswählen',
    loading: 'Das Modell wird geladen …',
    failed: 'Das Modell ist nicht geladen',
  },
  send: 'Senden',
  stop: 'Stoppen',
  stopKey: 'Esc stoppt die Antwort',
  sendKeys: (send, newLine) => [`${send} sendet`, `, ${newLine} beginnt eine neue Zeile`],

  pasted: (characters) => `Eingefügter Text, ${counted(characters, 'Zeichen', 'Zeichen')}`,
  removePasted: 'Eingefügten Text entfernen',

  counting: (share) => `zähle, ${Math.floor(share * 100)} %`,
  count(messageTokens, leftTokens, contextTokens, policy) {
    const count = tokens(messageTokens)
    if (leftTokens === undefined) return count
    if (leftTokens >= 0) return `${count}, ${formatCount(leftTokens)} von ${formatCount(contextTokens)} frei`
    return policy === 'stop' ? `${count}, ${formatCount(-leftTokens)} zu viel` : `${count}, ${makesRoom[policy]}`
  },
  countMeaning(usedTokens, contextTokens) {
    const used =
      usedTokens === undefined
        ? `Wie viele der ${tokens(contextTokens)} des Kontexts die Unterhaltung belegt, ist noch nicht bekannt`
        : `Die Unterhaltung belegt ${formatCount(usedTokens)} der ${tokens(contextTokens)} des Kontexts`
    return `Nur die Tokens Ihrer Nachricht. ${used}; das Chat-Template fügt jeder Nachricht ein paar hinzu.`
  },

  aboutTokens: (messageTokens) => `Sie hat etwa ${tokens(messageTokens)}.`,
  tooManyTokens(messageTokens, contextTokens) {
    const times = timesTooLong(messageTokens, contextTokens)
    const excess = times === undefined ? 'etwas mehr, als' : `${times} so viele, wie`
    return say(
      `Diese Nachricht hat etwa ${tokens(messageTokens)}, ${excess} der Kontext fasst (${formatCount(contextTokens)}).`,
      'Kürzen Sie die Nachricht, oder senden Sie sie in Teilen.',
    )
  },
  plainTooLong(messageTokens, contextTokens) {
    const times = timesTooLong(messageTokens, contextTokens)
    const length = times === undefined ? 'etwas länger, als' : `${times} so lang, wie`
    return say(
      `Diese Nachricht ist ${length} das Modell auf einmal lesen kann.`,
      'Kürzen Sie die Nachricht, oder senden Sie sie in Teilen.',
    )
  },
  plainNoRoom: () =>
    say(
      'Diese Nachricht ist länger als der freie Platz in dieser Unterhaltung.',
      'Kürzen Sie die Nachricht, oder senden Sie sie in einer neuen Unterhaltung.',
    ),
  noRoom: 'länger als der freie Platz',
  kept: {
    label: 'Diese Unterhaltung nicht aufbewahren',
    off: 'Headroom speichert sie auf diesem Computer, damit Sie sie später fortsetzen können.',
    on: 'Diese Unterhaltung ist weg, wenn Sie Headroom beenden. Nichts davon wird auf dem Datenträger gespeichert.',
  },
}
