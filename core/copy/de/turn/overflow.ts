import type { OverflowPolicy } from '../../../contract/settings/overflow'
import { formatCount } from '../../../text/amounts'
import type { overflow as english } from '../../en/turn/overflow'
import { counted, listed, tokens } from '../../words/de'
import { numberRuns } from '../../words/number-runs'

const title = 'Wenn der Kontext voll ist'

const summaries: Readonly<Record<OverflowPolicy, string>> = {
  stop: `${title}: Die Antwort endet`,
  'drop-oldest': `${title}: Die ältesten Turns fallen weg`,
  'sink-recency': `${title}: Nur die ersten und die letzten Tokens bleiben`,
}
const policies: Readonly<Record<OverflowPolicy, { readonly name: string; readonly note: string }>> = {
  stop: { name: 'Die Antwort endet', note: 'Ein zu langer Prompt wird abgelehnt. Nichts geht verloren.' },
  'drop-oldest': {
    name: 'Die ältesten Turns fallen weg',
    note: 'Turns fallen weg, bis ein Viertel des Kontexts frei ist. Der System-Prompt und Nachrichten, die Sie behalten wollen, bleiben.',
  },
  'sink-recency': {
    name: 'Nur die ersten und die letzten Tokens bleiben',
    note: 'Für sehr lange Unterhaltungen. Die Tokens dazwischen fallen stückweise weg, auch mitten aus einer Nachricht.',
  },
}

export const overflow: typeof english = {
  form: {
    title,
    summaries,
    policies,
    firstTokens: 'Erste Tokens, die bleiben',
    lastTokens: 'Letzte Tokens, die bleiben',
    automaticLast: 'Hälfte des Rests',
    onlyWhenFull: 'Diese Zahlen wirken erst, wenn der Kontext voll ist. Bis dahin behält die Unterhaltung alle Tokens.',
    cancel: 'Abbrechen',
    set: 'Übernehmen',
  },

  left({ messages, droppedTokens, leftOutTokens, repeatedTokens = 0 }) {
    const [which, isPlural] = subject(messages)
    const total = leftOutTokens > droppedTokens ? `; insgesamt bisher ${formatCount(leftOutTokens)}` : ''
    const again =
      repeatedTokens > 0
        ? ` Um die Lücke zu schließen, ${repeatedTokens === 1 ? 'wurde' : 'wurden'} ${tokens(repeatedTokens)} erneut verarbeitet.`
        : ''
    return `Der Kontext war voll: Für diese Antwort ${isPlural ? 'sind' : 'ist'} ${which} weggefallen (${tokens(droppedTokens)}${total}). Das Modell sieht sie nicht mehr.${again}`
  },

  forgotten: ({ messages }) =>
    `Das Gedächtnis dieser Unterhaltung war voll. Um Platz für diese Antwort zu schaffen, hat das Modell ${messages.length === 0 ? 'einen früheren Teil' : counted(messages.length, 'ältere Nachricht', 'ältere Nachrichten')} vergessen. Auf dem Bildschirm bleibt alles stehen.`,

  preview({ usedTokens, contextTokens, messages, droppedTokens, repeatedTokens }) {
    const isOver = usedTokens > contextTokens
    const now = isOver
      ? `Die Unterhaltung hat ${tokens(usedTokens)}, der Kontext fasst ${formatCount(contextTokens)}.`
      : `${formatCount(usedTokens)} von ${tokens(contextTokens)} des Kontexts sind belegt.`
    if (droppedTokens === 0)
      return isOver
        ? `${now} Nichts fällt weg: Die nächste Nachricht wird abgelehnt.`
        : `${now} Wenn er voll ist, fällt nichts weg: Antworten enden dort.`
    const when = isOver ? 'Mit der nächsten Nachricht' : 'Wenn er voll ist,'
    const [which, isPlural] = subject(messages)
    const again = repeatedTokens > 0 ? ` Das Modell müsste dann ${tokens(repeatedTokens)} erneut verarbeiten.` : ''
    return `${now} ${when} ${isPlural ? 'fallen' : 'fällt'} ${which} weg (${tokens(droppedTokens)}).${again}`
  },
}

/** Returns `die Nachrichten 1–4 und 7`, and whether it is plural. */
function subject(messages: readonly number[]): readonly [which: string, isPlural: boolean] {
  if (messages.length === 0) return ['frühere Tokens', true]
  const numbers = listed(numberRuns(messages))
  return messages.length === 1 ? [`Nachricht ${numbers}`, false] : [`die Nachrichten ${numbers}`, true]
}
