import type { EvictionReason, NextEviction, PrefixTier } from '../../../contract/cache/prefixes'
import { formatBytes, formatCount, formatMs, formatRoughMs } from '../../../text/amounts'
import type { store as english } from '../../en/cache/store'
import { counted, duration, listed } from '../../words/de'

const tiers: typeof english.tiers = {
  cells: {
    name: 'Zellen',
    short: 'Zellen',
    meaning: 'Im Kontext, bereit für das nächste Token. Zellen gehen verloren, wenn die Engine endet.',
  },
  memory: {
    name: 'Arbeitsspeicher',
    short: 'Arbeitsspeicher',
    meaning: 'Eine Kopie im RAM. Sie ist in Millisekunden zurück in den Zellen.',
  },
  disk: {
    name: 'Datenträger',
    short: 'Datenträger',
    meaning: 'Ein gesicherter Cache, versiegelt in einer Datei. Er übersteht einen Neustart.',
  },
}

const named = (names: readonly string[]): string => listed(names.map((name) => `„${name}“`))

const quotedWords = (words: string): string => (words === '' ? '' : `: „${words}“`)

const others: Readonly<Record<PrefixTier, { readonly one: string; readonly none: string }>> = {
  cells: { one: 'Ein anderes Präfix in Zellen oder im Arbeitsspeicher', none: 'Kein anderes Präfix in Zellen oder im Arbeitsspeicher' },
  memory: { one: 'Eine andere Kopie im Arbeitsspeicher', none: 'Keine andere Kopie im Arbeitsspeicher' },
  disk: { one: 'Ein anderer gesicherter Cache', none: 'Kein anderer gesicherter Cache' },
}

const reasons: Readonly<Record<EvictionReason, (next: NextEviction, tier: PrefixTier) => string>> = {
  'held-elsewhere': (_, tier) => `Nichts geht verloren: ${others[tier].one} hat alle seine Tokens.`,
  'least-worth': ({ onlyTokens, againMs }, tier) =>
    `Es spart für seine Größe und Nutzung am wenigsten Zeit: ${others[tier].none} hat ${formatCount(onlyTokens)} seiner Tokens${againMs === null ? '' : `, und alles wieder zu beschaffen würde ${formatRoughMs(againMs)} dauern`}.`,
}

/** Some names end like a sentence. */
const ended = (text: string): string => (/[.!?…][“”]$/.test(text) ? text : `${text}.`)

export const store: typeof english = {
  open: 'Cache-Speicher',
  title: 'Cache-Speicher',
  purpose:
    'Was sich dieser Computer von Ihren Unterhaltungen merkt. Ein Präfix ist der Anfang eines Prompts, den das Modell schon verarbeitet hat. Der nächste Prompt, der genauso beginnt, wartet nicht darauf.',
  close: 'Cache-Speicher schließen',
  loading: 'Gespeichertes wird nachgeschlagen …',
  empty:
    'Noch ist nichts gespeichert. Senden Sie eine Nachricht: Prompt und Antwort bleiben in Zellen, und die nächste Nachricht setzt dort fort.',
  notLoaded: 'Kein Modell ist geladen, deshalb stehen hier nur gesicherte Caches.',

  process: {
    open: 'Text verarbeiten …',
    title: 'Text verarbeiten',
    note: 'Das Modell verarbeitet den Text, während es nichts zu tun hat. Eine Unterhaltung, die mit demselben Text beginnt, wartet dann nicht darauf.',
    kind: 'Art des Textes',
    kinds: { 'system-prompt': 'System-Prompt', document: 'Dokument' },
    name: 'Name',
    nameMeaning: 'Steht im Cache-Speicher. Ohne Namen stehen dort die ersten Wörter.',
    text: 'System-Prompt',
    textMeaning:
      'Fügen Sie genau den Text ein, den Ihre Unterhaltungen oder Programme verwenden. Nach dem ersten Zeichen, das anders ist, kann nichts wiederverwendet werden.',
    tooLong: (limit) => `Ein System-Prompt hat höchstens ${counted(limit, 'Zeichen', 'Zeichen')}.`,
    document: 'Hängen Sie später dieselbe Datei an eine Nachricht an. Ihr Text ist dann im Cache.',
    choose: 'Dokument wählen …',
    chooseMeaning: 'Dokument, das verarbeitet wird',
    start: 'Verarbeiten',
    stop: 'Stoppen',
    close: 'Schließen',
    working: (name) => `Headroom verarbeitet ${named([name])}, sobald das Modell nichts zu tun hat …`,
    done: (name, tokens) => `${named([name])} ist im Cache: ${counted(tokens, 'Token', 'Tokens')}.`,
  },

  tiers,
  use: {
    label: 'Platz',
    cells: ({ used, total }) => `${formatCount(used)} von ${counted(total, 'Zelle', 'Zellen')}`,
    bytes: (used, budget) => `${formatBytes(used)} von ${formatBytes(budget)}`,
    off: 'Aus. Optionen, Gesicherte Caches',
    isPrivate: (bytes) => `davon ${formatBytes(bytes)} von Unterhaltungen, die nicht aufbewahrt werden`,
    meter: (tier) => `${tiers[tier].name}: belegter Platz`,
  },
  saved: (ms, hits) =>
    ms < 0
      ? `Diese Präfixe haben in ${counted(hits, 'Prompt', 'Prompts')} ${formatMs(-ms)} mehr gekostet, als alles zu verarbeiten, seit das Modell geladen wurde.`
      : `Diese Präfixe haben ${formatMs(ms)} in ${counted(hits, 'Prompt', 'Prompts')} gespart, seit das Modell geladen wurde.`,

  tree: {
    title: 'Was gemeinsam ist',
    label: 'Gespeicherte Präfixe als Baum',
    hint: 'Von links nach rechts: Tokens ab dem ersten. Jede Linie ist ein gespeichertes Präfix; Linien, die nebeneinander laufen, haben dieselben Tokens. Auf einen Teil zeigen, oder die Pfeiltasten benutzen.',
    shared: (prefixes) => `gemeinsam: ${formatCount(prefixes)}`,
    more: (count) => `+${formatCount(count)}`,
    node: ({ from, to, firstWords, names, tiers: where }) => {
      const range = `${from + 1 === to ? 'Token' : 'Tokens'} ${formatCount(from + 1)}${from + 1 === to ? '' : ` bis ${formatCount(to)}`}`
      const places = listed([...new Set(where)].map((tier: PrefixTier) => tiers[tier].short))
      return names.length === 1 && where.length === 1
        ? `${range}, nur in ${named(names)} (${places})${quotedWords(firstWords)}`
        : `${range}, gleich in ${counted(where.length, 'gespeicherten Präfix', 'gespeicherten Präfixen')} (${places}) von ${named(names)}${quotedWords(firstWords)}`
    },
    axis: 'Tokens',
    others: (count) =>
      count === 1
        ? '1 Präfix wurde mit einem anderen Modell oder anderen Einstellungen gesichert. Es steht nur in der Liste.'
        : `${formatCount(count)} Präfixe wurden mit einem anderen Modell oder anderen Einstellungen gesichert. Sie stehen nur in der Liste.`,
  },

  next: {
    title: 'Was als Nächstes verdrängt würde',
    note: 'Nur wenn der Platz gebraucht wird. Angeheftete Präfixe bleiben.',
    first: (name) => ended(named([name])),
    because: (next, tier) => reasons[next.reason](next, tier),
    none: 'Hier kann jetzt nichts verdrängt werden.',
    after: (names) => ended(`Danach: ${named(names)}`),
  },

  table: {
    label: 'Gespeicherte Präfixe',
    columns: {
      name: 'Präfix',
      tier: 'Wo',
      tokens: 'Tokens',
      bytes: 'Größe',
      checkpoints: 'Prüfpunkte',
      usedAtMs: 'Zuletzt benutzt',
      hits: 'Treffer',
      savedMs: 'Gespart',
    },
    meanings: {
      hits: 'Prompts, die dieses Präfix benutzt haben, seit das Modell geladen wurde.',
      savedMs: 'Zeit, die diese Prompts nicht warten mussten, verglichen damit, alles zu verarbeiten.',
    },
    noConversation: 'Keine Unterhaltung',
    request: (client) => (client === null ? 'Anfrage an den API-Server' : `Anfrage von ${client}`),
    unknown: '–',
    never: '–',
    ago: (seconds) => `vor ${duration(seconds)}`,
    pinned: 'Angeheftet',
    busy: 'In Benutzung',
    next: 'Geht als Nächstes',
    otherSettings: 'Andere Einstellungen',
  },

  actions: {
    pin: 'Anheften: auf dem Datenträger behalten',
    unpin: 'Lösen',
    rename: 'Benennen …',
    nameField: 'Name des Präfixes',
    warm: 'In Zellen laden',
    save: 'Auf den Datenträger sichern',
    remove: 'Diese Kopie entfernen …',
  },
  remove: {
    title: (name) => `Die Kopie von „${name}“ entfernen?`,
    text: (where) =>
      `Die Unterhaltung bleibt. Die Kopie ${where === 'disk' ? 'in einer Datei auf dem Datenträger' : where === 'memory' ? 'im Arbeitsspeicher' : 'in den Zellen'} wird entfernt, und der nächste Prompt wird neu verarbeitet, wenn keine andere Kopie existiert.`,
    no: 'Abbrechen',
    yes: 'Kopie entfernen',
  },
}
