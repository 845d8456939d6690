import type { HeldMessage } from '../../../cells/cell-codes'
import type { Checkpoint } from '../../../contract/cache/cache'
import { formatBytes, formatCount } from '../../../text/amounts'
import type { anatomy as english } from '../../en/cache/anatomy'
import { counted, listed, tokens } from '../../words/de'
import { contents, sequences } from './cells'

const mostNamed = 6

const tokensOf = (counts: readonly number[]): string =>
  counts.length === 1 ? tokens(counts[0] as number) : `${listed(counts.map(formatCount))} Tokens`

function checkpointsText(checkpoints: readonly Checkpoint[]): string {
  const bytes = checkpoints.reduce((sum, checkpoint) => sum + checkpoint.bytes, 0)
  const named = tokensOf(checkpoints.slice(-mostNamed).map((checkpoint) => checkpoint.tokens))
  const after = checkpoints.length > mostNamed ? 'die letzten nach' : 'nach'
  return `${counted(checkpoints.length, 'Prüfpunkt', 'Prüfpunkte')}, ${formatBytes(bytes)} RAM, ${after} ${named}`
}

function ownerText(owner: HeldMessage | undefined): string {
  if (!owner) return 'Nachricht nicht mehr bekannt'
  if (owner.message === null) return contents[owner.holds].short
  return `Nachricht ${formatCount(owner.message)} (${owner.holds === 'user' ? 'Ihre' : 'vom Modell'})`
}

export const anatomy: typeof english = {
  open: 'Anatomie: jede Zelle',
  title: 'Anatomie des Caches',
  cache: 'Cache',
  close: 'Anatomie schließen',

  cells: (cache) => `Zellen, ${cache}`,
  hint: 'Auf eine Zelle zeigen, oder mit den Pfeiltasten von Zelle zu Zelle gehen.',
  cell: {
    place: (cell, isRing) => `${isRing ? 'Platz' : 'Zelle'} ${formatCount(cell + 1)}`,
    free: (place) => `${place}: frei`,
    hole: (place) => `${place}: Lücke eines entfernten Tokens; ein neues Token nimmt sie ein`,
    held: (place, held) =>
      `${place}: ${[
        `Token ${formatCount(held.position + 1)} von ${formatCount(held.tokens)}`,
        ...(held.token ? [`„${held.token.text}“ (${formatCount(held.token.id)})`] : []),
        ownerText(held.owner),
        ...(held.isReused ? ['wiederverwendet'] : []),
        ...(held.isOutside ? ['außerhalb des Fensters'] : []),
        ...(held.copiedTo.length > 0 ? [`auch in ${sequences.names(held.copiedTo)}`] : []),
        ...(held.leftTokens > 0
          ? [`danach ${counted(held.leftTokens, 'Token aus dem Kontext entfernt', 'Tokens aus dem Kontext entfernt')}`]
          : []),
        ...(held.hasCheckpoint ? ['danach ein Prüfpunkt'] : []),
        formatBytes(held.bytes),
      ].join(' · ')}`,
  },

  words: {
    hint: 'Zeigen Sie auf eine Zelle, um ihre Wörter zu sehen. Ein Klick auf eine Zelle oder ein Wort führt zu der Stelle in der Unterhaltung.',
    of: (message, isUser) => `Nachricht ${formatCount(message)} ${isUser ? '(Ihre)' : '(vom Modell)'}:`,
  },

  turns: {
    label: (first, last) => (first === last ? formatCount(first) : `${formatCount(first)}–${formatCount(last)}`),
    go: (turn) => `Zu Turn ${formatCount(turn)} in der Unterhaltung gehen`,
  },

  state: {
    title: (count) => (count > 0 ? `1 Zustand aus ${tokens(count)}` : 'Ein leerer Zustand'),
    meaning: (bytes) =>
      `${formatBytes(bytes)} bei jeder Länge. Kein Token lässt sich daraus entfernen. Um zu einer früheren Stelle der Unterhaltung zurückzugehen, braucht das Modell einen Prüfpunkt, oder es verarbeitet den Prompt von Anfang an.`,
    checkpoints: (checkpoints) => `${checkpointsText(checkpoints)}.`,
  },

  timeline: {
    label: 'Turn',
    play: 'Turns abspielen',
    pause: 'Anhalten',
    mark: (turn) => formatCount(turn),
    nowMark: 'jetzt',
    now: (count) => `Jetzt: ${tokens(count)}`,
    turn: (moment) =>
      `Nach Turn ${formatCount(moment.turn)}: ${tokens(moment.tokens)}; ${formatCount(moment.reusedTokens)} wiederverwendet, ${formatCount(moment.processedTokens)} verarbeitet, ${formatCount(moment.outputTokens)} geschrieben`,
  },

  legend: {
    unknown: 'Nicht mehr bekannt',
    free: 'Frei',
    holes: (cells) => `Lücken entfernter Tokens: ${formatCount(cells)}`,
    reused: 'Blasser oder gestreift: wiederverwendet',
    outside: 'Blass: außerhalb des Fensters, das nächste Token beachtet diese Zellen nicht',
    turns: 'Ecke: Hier beginnt ein Turn. Seine Nummer steht links.',
    ring: (cells) =>
      `Ein Ring aus ${counted(cells, 'Zelle', 'Zellen')}, im Kreis belegt: Nach der letzten Zelle nimmt das nächste Token wieder die erste, solange keine Zelle gelöscht wurde.`,
    runs: 'Werden Tokens entfernt, behalten die anderen ihre Zellen. Ein neues Token nimmt die erste freie Zelle.',
    notPlaced: 'Die Zellen sind in der Reihenfolge ihrer Tokens gezeigt, weil sie zu verstreut sind, um den Ort jeder einzelnen zu zeigen.',
    inBlocks: (blockTokens) => `Gezeigt in Blöcken von ${tokens(blockTokens)}, jeder in der Farbe seines größten Anteils.`,
    left: (counts) => `Gestrichelter Balken: Hier wurden ${tokensOf(counts)} der Unterhaltung aus dem Kontext entfernt.`,
    shared: (count, others) => `Farbiger Balken: Die ${tokens(count)} davor sind auch in ${sequences.names(others)}.`,
    checkpoints: (checkpoints) => `Balken: Die Unterhaltung kann zu dieser Stelle zurückgehen. ${checkpointsText(checkpoints)}.`,
  },
}
