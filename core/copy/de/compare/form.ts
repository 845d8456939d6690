import { formatCount, formatDuration } from '../../../text/amounts'
import type { form as englishForm, problems as englishProblems } from '../../en/compare/form'
import { counted, day } from '../../words/de'

export const form: typeof englishForm = {
  title: 'Neuer Vergleich',
  presets: {
    quick: { name: 'Schnell', meaning: 'Wenige Tests, drei Wiederholungen, ein Teil des Textes' },
    thorough: {
      name: 'Gründlich',
      meaning:
        'Alle Teile (Tool-Aufrufe nur, wenn das Modell geladen ist und Tools annimmt), mehr Tiefen, fünf Wiederholungen, der ganze Text',
    },
  },
  model: {
    title: 'Modell',
    label: 'Zu messendes Modell',
    placeholder: 'Modell wählen',
    missing: 'Die Datei wurde verschoben oder gelöscht.',
    notNeeded: 'Alle Einstellungen sind auf Servern; auf diesem Gerät wird kein Modell geladen.',
  },
  runTitle: { label: 'Titel', meaning: 'Der Name des Durchlaufs in der Liste. Wenn leer, sind seine Einstellungen der Name.' },
  defaultTitle: (names, others) => (others === 0 ? names.join(', ') : `${names.join(', ')} und ${formatCount(others)} weitere`),
  partsTitle: 'Was gemessen wird',

  start: 'Starten',
  busy: 'Ein anderer Benchmark läuft. Es kann immer nur einer laufen.',
  measurements: (count) => `${counted(count, 'Messung', 'Messungen')}.`,
  refused: (settings) =>
    settings === 1
      ? '1 Einstellung kann mit diesem Modell nicht funktionieren und wird als fehlgeschlagen markiert.'
      : `${formatCount(settings)} Einstellungen können mit diesem Modell nicht funktionieren und werden als fehlgeschlagen markiert.`,
  durationUnknown: 'Die Dauer lässt sich nach der ersten Messung dieses Modells auf diesem Gerät schätzen.',
  durationOfServers: 'Wie lange die Server brauchen, lässt sich nicht schätzen.',
  notOnServers: 'Wird auf Servern nicht gemessen.',
  duration: (seconds, { prefill, decode, at, runs }) =>
    `Etwa ${formatDuration(seconds)} bei ${formatCount(prefill)} tok/s Prefill und ${formatCount(decode)} tok/s Decode, gemessen am ${day(at)}, ${runs === 0 ? 'zuzüglich der Zeit zum Laden des Modells' : `korrigiert um die Dauer ${runs === 1 ? 'des letzten Vergleichs' : `der letzten ${formatCount(runs)} Vergleiche`} dieses Modells`}.`,
}

export const problems: typeof englishProblems = {
  noModel: 'Wählen Sie ein Modell.',
  noParts: 'Wählen Sie mindestens einen Teil, der gemessen wird.',
  nothingOnServers:
    'Auf Servern misst Headroom Latenz, Passkey, Tool-Aufrufe, JSON-Antworten und Antworten im Vergleich. Schalten Sie mindestens eines davon ein.',
  noServer: 'Wählen Sie für jede Einstellung auf einem Server einen Server und ein Modell.',
  noNewWords: 'Geben Sie mindestens 1 neues Wort pro Turn an: Einen wiederholten Prompt würde ein Server aus seinem Cache beantworten.',
  noPrompt: 'Schreiben Sie einen Prompt.',
  noPrompts: 'Schreiben Sie mindestens einen Prompt, jeden in eine eigene Zeile.',
  tooManyPrompts: (prompts, most) =>
    `Das sind ${formatCount(prompts)} Prompts. Ein Durchlauf kann höchstens ${formatCount(most)} beantworten.`,
  noText: 'Wählen Sie einen Text.',
  emptyText: 'Fügen Sie einen Text ein, oder ziehen Sie eine .txt-Datei hierher.',
  notText: (name) => `${name} ist kein reiner Text.`,

  noTests: 'Schreiben Sie mindestens einen Test, etwa pp512 oder tg128.',
  notTest: (word) => `„${word}“ ist kein Test. pp512 verarbeitet 512 Tokens, tg128 erzeugt 128 Tokens, pp512+tg128 beides.`,
  tooManyTokens: (word, most) => `„${word}“ hat mehr als ${formatCount(most)} Tokens.`,
  notNumber: (list, word, least, most) =>
    `${lists[list]}: nur ganze Zahlen von ${formatCount(least)} bis ${formatCount(most)}; „${word}“ ist keine.`,
  noNumbers: (list) => `${lists[list]}: Schreiben Sie mindestens eine Zahl.`,
  notType: (word, types) => `„${word}“ ist kein Cache-Typ. Möglich sind ${types.join(', ')}.`,
  notFlashMode: (word, modes) => `„${word}“ ist kein Modus von Flash Attention. Möglich sind ${modes.join(', ')}.`,
  tooManySettings: (settings, most) =>
    `Das ergibt ${formatCount(settings)} Einstellungen. Eine Tabelle zeigt höchstens ${formatCount(most)}: Lassen Sie einige weg.`,
}

const lists: Readonly<Record<Parameters<typeof englishProblems.noNumbers>[0], string>> = {
  depths: 'Tiefen',
  places: 'Stellen',
  contexts: 'Kontexte',
  threads: 'Threads',
  batches: 'Batches',
  gpuLayers: 'GPU-Schichten',
}
