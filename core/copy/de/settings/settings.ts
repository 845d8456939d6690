import type { BiasProblem } from '../../../sampling/logit-bias-lines'
import { formatBytes, formatCount, formatMs } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import type { settings as english } from '../../en/settings/settings'
import { counted, listed, tokens } from '../../words/de'
import { verdict } from '../compare/verdict'
import { schemaNoteText } from '../reasons/grammar'
import { fields } from './fields'

const nameOf = (setting: string): string => fields[setting as keyof typeof fields]?.name ?? setting

export const settings: typeof english = {
  fields,
  noModel: 'Jedes Modell hat eigene Einstellungen. Zuerst ein Modell wählen.',
  groups: {
    all: 'Alle Einstellungen',
    cache: 'KV-Cache',
    advanced: 'Erweitert',
    reasoning: 'Überlegungen',
    toolCalls: 'Tool-Aufrufe',
    sampling: 'Sampling',
  },
  plain: {
    length: 'Längste Antwort',
    lengthMeaning: 'Dort endet eine Antwort, auch mitten im Satz. Sie können sie fortsetzen.',
    words: (count) => `etwa ${counted(count, 'Wort', 'Wörter')}`,
    noLimit: 'ohne Grenze',
    context: 'Gedächtnis',
    contextLabel: 'Gedächtnis in Tokens',
    contextMeaning:
      'So viel Text einer Unterhaltung kann sich das Modell merken, in Tokens: 1.000 Tokens sind etwa 700 deutsche Wörter. Mehr braucht mehr Speicher dieses Geräts. Gilt, sobald Sie auf „Anwenden“ klicken.',
    creativity: 'Kreativität',
    creativityMeaning:
      'Vorsichtige Antworten verwenden die wahrscheinlichsten Wörter. Kreative überraschen mehr, und sie irren sich öfter.',
    creativities: { careful: 'vorsichtig', balanced: 'ausgewogen', creative: 'kreativ' },
    ownCreativity: (temperature) => `eigene (${formatShort(temperature, 2)})`,
  },
  atOnce: 'Änderungen gelten ab der nächsten Antwort.',
  cacheSummary: (keyType, valueType) => `K ${keyType}, V ${valueType}`,
  advancedSummary: 'Spekulation, Ende der Antwort',

  resets: {
    one: (to) => `Auf ${to ?? 'den Standardwert'} zurücksetzen`,
    changed: (count) => `${formatCount(count)} geändert`,
    differ: (count) =>
      count === 1 ? '1 Einstellung weicht vom Standard ab.' : `${formatCount(count)} Einstellungen weichen vom Standard ab.`,
    all: 'Alle zurücksetzen',
  },

  automatic: 'automatisch',
  noLimit: 'unbegrenzt',
  random: 'zufällig',

  typeOption: (type, bits) => `${type} · ${formatShort(bits, 2)} Bit`,
  oneTensor: 'Dieses Modell speichert K und V als einen Tensor, daher haben beide denselben Typ.',
  modes: { auto: 'automatisch', on: 'an', off: 'aus' },

  context: {
    slider: 'Schieberegler für den Kontext',
    auto: 'Auto',
    sliderText: (count, isAuto) => `${isAuto ? 'automatisch, ' : ''}${tokens(count)}`,
    trainedUpTo: (trained) => `Das Modell wurde bis ${formatCount(trained)} trainiert. Der gestrichelte Teil geht darüber hinaus.`,
    autoTokens: (count) => `auto: ${formatCount(count)}`,
    asTrained: (count) => `Verwendet ${tokens(count)}; für diese Länge wurde das Modell trainiert.`,
    memoryIsShort: (count) => `Verwendet ${tokens(count)}, weil der Speicher knapp ist.`,
    moreIsPossible: (count, fitting) =>
      fitting === null
        ? `Verwendet ${tokens(count)}. Für mehr eine Zahl eingeben.`
        : `Verwendet ${tokens(count)}; bis zu ${formatCount(fitting)} passen. Für mehr eine Zahl eingeben oder den Regler bewegen.`,
    longerThanTrained: (trained) =>
      `Länger als die ${tokens(trained)}, für die das Modell trainiert wurde. Darüber hinaus werden Antworten schlechter.`,
  },

  comparison: {
    label: 'Vergleich mit den aktuellen Einstellungen',
    none: 'Sie können messen, wie sich diese Änderungen auf Tempo und Qualität auswirken.',
    compare: 'Beide vergleichen',
    again: 'Noch einmal vergleichen',
    showRun: 'Messungen anzeigen',
    verdict: (measured) => `Gegenüber den aktuellen Einstellungen: ${verdict.facts(measured)}.`,
  },

  threads: (cores) => `Dieses Gerät hat ${counted(cores, 'physischen Kern', 'physische Kerne')}. Mehr Threads verwendet Headroom nicht.`,

  backend: {
    cpuOnly: 'nur CPU',
    automaticNote: (backend, why) => `Verwendet ${backend}. ${why}`,
    isCpu: 'Das Backend ist die CPU.',
    noGpu: 'Es gibt keine GPU, die llama.cpp verwenden kann.',
  },

  reasoning: {
    thinkingNote: (byDefault) => (byDefault === 'neither' ? undefined : `Mit diesem Chat-Template: ${byDefault === 'on' ? 'an' : 'aus'}`),
    keeping: { template: 'automatisch', keep: 'behalten', drop: 'weglassen' },
    keepingNote: (keepsByDefault) => `Mit diesem Chat-Template: ${keepsByDefault ? 'behalten' : 'weglassen'}`,
    prices: {
      keep: (kept, bytes) => `Behalten: Die Überlegungen belegen bisher ${counted(kept, 'Zelle', 'Zellen')}, ${formatBytes(bytes)}.`,
      drop: (repeated, ms) =>
        `Weglassen: Mit Ihrer nächsten Nachricht verarbeitet Headroom etwa ${tokens(repeated)} noch einmal${ms === null ? '' : `, ${formatMs(ms)}`}.`,
      measured: (repeated, ms) => `Gemessen beim letzten Weglassen: ${tokens(repeated)}${ms === null ? '' : `, ${formatMs(ms)}`}.`,
    },
  },

  samplers: {
    order: 'Sampler in der Reihenfolge, in der sie angewandt werden',
    names: {
      logitBias: 'Logit-Bias',
      penalties: 'Strafen',
      dry: 'DRY',
      topK: 'Top k',
      topP: 'Top p',
      minP: 'Min p',
      xtc: 'XTC',
      temperature: 'Temperatur',
    },
    greedy: 'Bei Temperatur 0 ohne Wirkung',
    wholeAnswer: 'ganze Antwort',
    biasProblem: ({ kind, line }: BiasProblem): string =>
      ({
        'no-bias': `In Zeile ${line} des Logit-Bias fehlt „= Bias“ nach dem Text.`,
        'no-token': `In Zeile ${line} des Logit-Bias fehlt der Text vor dem „=“.`,
        'not-a-number': `Der Bias in Zeile ${line} des Logit-Bias ist keine Zahl.`,
        outside: `Der Bias in Zeile ${line} des Logit-Bias muss zwischen −100 und 100 liegen.`,
        'not-an-id': `Zeile ${line} des Logit-Bias braucht nach „#“ die ID eines Tokens. Für das Zeichen „#“ schreiben Sie „\\#“.`,
        'too-long': `Der Text in Zeile ${line} des Logit-Bias hat mehr als 256 Zeichen.`,
        'too-many': 'Der Logit-Bias kann höchstens 256 Zeilen haben.',
      })[kind],
  },

  toolChoice: {
    modes: { auto: 'automatisch', none: 'keine', required: 'verlangt' },
    tool: (name: string): string => `nur ${name}`,
  },

  grammar: {
    kinds: { none: 'beliebig', 'json-schema': 'JSON-Schema', gbnf: 'GBNF-Grammatik' },
    openFile: 'Datei öffnen …',
    fileLabel: 'Datei mit einem Schema oder einer Grammatik',
    note: schemaNoteText,
  },

  speculation: {
    modes: { off: 'aus', 'prompt-lookup': 'Prompt-Lookup', 'draft-model': 'Entwurfsmodell' },
    chooseDraft: 'bitte wählen',
    draftOption: (weightType, sizeBytes, isSmaller) =>
      `${weightType}, ${formatBytes(sizeBytes)}${isSmaller ? '' : ': nicht kleiner als dieses Modell'}`,
    fileGone: 'Die Datei wurde verschoben oder gelöscht.',
    openFile: 'Datei öffnen …',
    uploadFile: 'Datei hochladen …',
    fileLabel: 'Datei des Entwurfsmodells',
    loading: 'Wird geladen …',
    loaded: 'Zusätzlich zu diesem Modell geladen.',
    notLoaded: (why) => `Das Entwurfsmodell ist nicht geladen, deshalb werden Antworten ohne es geschrieben. ${why}`,
  },

  presets: {
    title: 'Voreinstellungen',
    none: 'Eine Voreinstellung speichert die Sampling-Einstellungen dieses Formulars und den System-Prompt der offenen Unterhaltung unter einem Namen, auf Wunsch auch die Speichereinstellungen.',
    apply: (name: string): string => `${name} verwenden`,
    applyNote:
      'Die Sampling-Einstellungen einer Voreinstellung gelten sofort. Ihre Speichereinstellungen, falls sie welche hat, gelten, wenn Sie auf „Anwenden“ klicken. Ihr System-Prompt wird mit Ihrer nächsten Nachricht gesendet.',
    used: (name: string, { waits, hasPrompt }: { readonly waits: boolean; readonly hasPrompt: boolean }): string => {
      const settings = waits
        ? `Die Sampling-Einstellungen von ${name} gelten jetzt. Mit „Anwenden“ übernehmen Sie die Speichereinstellungen.`
        : `Dieses Modell verwendet die Einstellungen von ${name}.`
      return hasPrompt ? `${settings} Der System-Prompt steht oben in der Unterhaltung.` : settings
    },
    /** Above the settings: the preset that the model used last. */
    current: (name: string): string => `Voreinstellung: ${name}`,
    modified: 'geändert',
    /** The names of the settings that differ from the preset. */
    differs: (preset: string, settings: readonly string[]): string => `Anders als in ${preset}: ${listed(settings)}.`,
    name: 'Name der Voreinstellung',
    save: 'Als Voreinstellung speichern',
    includeKv: 'Speichereinstellungen mitspeichern',
    includeKvMeaning:
      'Größe des Kontexts, Zahl der Sequenzen, K- und V-Typ und die anderen Einstellungen des Caches. Ohne sie lässt eine Voreinstellung diese Einstellungen, wie sie sind.',
    replace: 'Durch jetzige Einstellungen ersetzen',
    rename: 'Umbenennen',
    export: 'Exportieren',
    remove: 'Löschen',
    import: 'Importieren …',
    importFile: 'Datei einer Voreinstellung',
    removeTitle: (name: string): string => `Voreinstellung ${name} löschen?`,
    removeText: 'Ihre Einstellungen und Unterhaltungen bleiben, wie sie sind.',
    no: 'Behalten',
    yes: 'Löschen',
  },

  apply: {
    apply: 'Anwenden',
    creating: 'Speicher wird vorbereitet …',
    undo: 'Zurück',
    meanwhile: (names) => ({
      what: `Ein anderes Fenster hat gespeicherte Einstellungen geändert: ${listed(names.map((name) => nameOf(name)))}.`,
      todo: 'Beim Anwenden bleiben diese Änderungen, außer wo hier dieselbe Einstellung geändert ist.',
    }),
    discard: 'Meine Änderungen verwerfen',
    failed: (why) => ({ what: `Diese Einstellungen funktionieren nicht. ${why}`, todo: 'Sie wurden nicht gespeichert.' }),
    restore: 'Letzte funktionierende Einstellungen laden',
  },

  endAnswer: {
    title: 'Anwenden und die Antwort stoppen?',
    text: 'Neue Einstellungen brauchen einen neuen Kontext. Die bisherige Antwort bleibt erhalten.',
    no: 'Weiterschreiben',
    yes: 'Anwenden und stoppen',
  },

  preview: {
    cache: 'Cache',
    nowThen: 'jetzt, dann',
    bytes: (bytes) => `${formatCount(bytes)} Byte`,
    times: (ratio) => `${formatCount(ratio)}-mal so groß wie jetzt`,
    fits: 'Passt in den freien Speicher',
    cost({ does, conversations, tokens: count }) {
      const first = {
        restart: '„Anwenden“ startet die Engine neu und lädt das Modell neu.',
        load: '„Anwenden“ lädt das Modell neu.',
        context: '„Anwenden“ legt einen neuen Cache an.',
      }
      const lost =
        conversations === 0
          ? 'Keine Unterhaltung muss erneut verarbeitet werden.'
          : `${counted(conversations, 'Unterhaltung wird', 'Unterhaltungen werden')} mit ihrer nächsten Nachricht erneut verarbeitet: ${tokens(count)}.`
      return `${first[does]} ${lost}`
    },
    draftModel: 'Entwurfsmodell',
    draftParts: ({ weightBytes, cacheBytes, computeBytes }) =>
      `Gewichte ${formatBytes(weightBytes)}, Cache ${formatBytes(cacheBytes)}, Rechenpuffer etwa ${formatBytes(computeBytes)}. Berechnet aus dem Header der Datei; der Rechenpuffer ist eine Schätzung.`,
    about: (bytes) => `etwa ${formatBytes(bytes)}`,
  },
}
