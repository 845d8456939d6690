import { formatBytes, formatCount, formatMs } from '../../../text/amounts'
import type { app as english } from '../../en/app/app'
import { dateTime, time, tokens } from '../../words/de'
import { commandNames, keyNames } from '../preferences/commands'
import { paletteWords } from './palette-words'

export const app: typeof english = {
  screens: {
    chat: 'Chat',
    models: 'Modelle',
    planner: 'Planer',
    compare: 'Vergleich',
    lab: 'Labor',
    requests: 'Anfragen',
    preferences: 'Optionen',
  },

  commands: commandNames,
  paletteWords,
  keyNames,

  sidebar: {
    name: 'Unterhaltungen und Ansichten',
    screensOnly: 'Ansichten',
    conversations: 'Unterhaltungen',
    closeConversations: 'Unterhaltungen schließen',
    newConversation: 'Neue Unterhaltung',
    fold: 'Navigation einklappen',
    experts: 'Für Fachleute',
  },

  panel: {
    name: 'Cache, Einstellungen und Ereignisse',
    plainName: 'Gedächtnis und Einstellungen',
    tabs: { cache: 'Cache', settings: 'Einstellungen', events: 'Ereignisse' },
    plainTabs: { cache: 'Gedächtnis', settings: 'Einstellungen', events: 'Ereignisse' },
    tabList: 'Bereiche der Seitenleiste',
    open: 'Seitenleiste öffnen',
    close: 'Seitenleiste schließen',
  },

  palette: {
    field: 'Befehle, Modelle, Unterhaltungen und Einstellungen suchen',
    details: { show: 'Details für Fachleute zeigen', hide: 'Details für Fachleute ausblenden' },
    print: (isDesktop) => (isDesktop ? 'Unterhaltung als PDF speichern …' : commandNames['print-conversation']),
    unload: 'Modell entladen',
    loaded: 'geladen',
    tools: 'Tools wählen',
    groups: { commands: 'Befehle', models: 'Modelle', conversations: 'Unterhaltungen', settings: 'Einstellungen' },
    nothingFound: (typed) => `Nichts passt zu „${typed}“.`,
  },

  modelBar: {
    cache: 'Cache',
    settings: 'Modelleinstellungen',
    benchmark: 'Ein Benchmark läuft. Der Chat geht danach weiter.',
    showBenchmark: 'Benchmark zeigen',
    loading: 'Modell wird geladen',
    steps: { checking: 'Datei wird geprüft', weights: 'wird geladen', context: 'Speicher wird vorbereitet' },
    step: (step, model) => `${model}: ${step}`,
    cancel: 'Abbrechen',
    choose: 'Modell wählen',
    cacheTypes: (types) => `${types}-Cache`,
    cacheTypesMeaning: 'So werden die Elemente von Keys und Values im Cache gespeichert',
    unload: 'Entladen',
    notLoaded: 'nicht geladen',
    menu: {
      recent: 'Zuletzt verwendet',
      others: 'Weitere Modelle',
      all: 'Modelle',
      more: 'Mehr Modelle …',
      fits(count, loads) {
        if (count === undefined) return 'Platzbedarf wird berechnet …'
        if (count === null) return 'nicht lesbar'
        if (count === 0) return 'passt nicht'
        const fit = `Platz für ${tokens(count)}`
        return typeof loads !== 'number' || loads === count ? fit : `${fit}; lädt mit ${formatCount(loads)}`
      },
    },
  },

  trouble: {
    connectionLost: {
      what: 'Die Verbindung zu Headroom ist unterbrochen.',
      todo: 'Headroom versucht weiter, sie herzustellen. Dauert das lange, starten Sie Headroom neu.',
    },
    copyReport: 'Bericht kopieren',
    often: (times) => `Das war das ${times}. Mal mit diesem Modell und diesen Einstellungen.`,
    loadAgain: 'Neu laden',
    loadSafely: 'Mit sicheren Einstellungen laden (f16, CPU, ein Thread)',
    tryAgain: 'Erneut versuchen',
    settings: 'Modelleinstellungen',
    otherModel: 'Anderes Modell',
  },

  drop: {
    plan: 'Eine .gguf-Datei oder config.json hier ablegen, um den Speicher dafür zu planen',
    compare: 'Eine .txt-Datei zum Messen der Qualität oder Ergebnisse von llama-bench hier ablegen',
    chat: 'Dokumente oder Bilder hier ablegen, um sie an die Nachricht anzuhängen, oder GGUF-Dateien, um sie zu öffnen',
    open: 'GGUF-Dateien oder einen Ordner hier ablegen, um sie zu öffnen',
    copyIn: 'GGUF-Dateien oder einen Ordner hier ablegen, um sie zu Headroom zu kopieren',
  },

  toasts: {
    deleted: (titles) => (titles.length === 1 ? `„${titles[0]}“ gelöscht` : `${formatCount(titles.length)} Unterhaltungen gelöscht`),
    undo: 'Rückgängig',
    saved: (name, folder) => `Als „${name}“ in ${folder} gespeichert`,
    cacheSaved: (saved) => `Cache gesichert: ${[tokens(saved.tokens), formatBytes(saved.bytes), formatMs(saved.ms)].join(', ')}`,
  },

  eventList: {
    name: 'Ereignisse',
    kinds: {
      engine: 'Engine',
      model: 'Modell',
      context: 'Kontext',
      settings: 'Einstellungen',
      threads: 'Threads',
      compare: 'Benchmark',
      store: 'Daten',
      window: 'Fenster',
      update: 'Update',
    },
    kindsName: 'Arten von Ereignissen',
    at: dateTime,
    time,
    filter: 'Ereignisse filtern',
    filterPlaceholder: 'Filtern',
    empty: 'Noch keine Ereignisse.',
    noneFound: 'Kein Ereignis passt zum Filter.',
    report: {
      title: 'Enthält Versionen, Gerät, Einstellungen und Ereignisse, aber keinen Text einer Unterhaltung und keine Pfade',
      ready: 'Als Fehlerbericht kopieren',
      copied: 'Kopiert',
      failed: 'Der Bericht ließ sich nicht kopieren',
    },
  },
}
