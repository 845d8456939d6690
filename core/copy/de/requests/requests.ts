import type { SimulationChange } from '../../../contract/requests/requests'
import { formatBytes, formatCount, formatMs, formatPercent, formatRate } from '../../../text/amounts'
import type { requests as english } from '../../en/requests/requests'
import { counted, dateTime, duration, time, tokens } from '../../words/de'
import { requestCauses } from './causes'
import { shortReason } from './short-reason'

const changes: Readonly<Record<SimulationChange, string>> = {
  'as-is': 'So wie jetzt',
  'more-sequences': 'Doppelt so viele Sequenzen',
  'many-sequences': 'Viermal so viele Sequenzen',
  'memory-store': 'Präfixe im Arbeitsspeicher, zwei Kontexte groß',
  'header-kept': 'Header bleiben gleich',
  'clock-kept': 'Datum und Uhrzeit bleiben gleich',
  'tools-sorted': 'Tools in einer Reihenfolge',
  'reasoning-kept': 'Überlegungen bleiben im Prompt',
  everything: 'Alles zusammen',
}

const requestCount = (count: number): string => counted(count, 'Anfrage', 'Anfragen')

const timeOf = (ms: number): string => (ms < 60_000 ? formatMs(ms) : duration(ms / 1000))

export const requests: typeof english = {
  causes: requestCauses,

  name: 'Anfragen',
  none: {
    title: 'Noch keine Anfragen',
    what: 'Headroom zeigt hier jede Anfrage an den API-Server, und warum ihr Prompt erneut verarbeitet wurde. Es zeigt auch die letzten 100 abgelehnten Anfragen, etwa die ohne Schlüssel, ohne ihren Text.',
    how: 'Schalten Sie den API-Server in den Einstellungen ein. Dann stehen hier die Adressen für Ihre Clients.',
    openPreferences: 'Einstellungen öffnen',
    copy: (text) => `${text} kopieren`,
    commandLine: 'Ein Server, den Sie mit „headroom serve --api“ starten, hat seine eigene Liste:',
    command: 'headroom requests tail',
    key: 'Clients brauchen einen Schlüssel. Erstellen Sie ihn in den Einstellungen, und tragen Sie ihn im Client als API-Schlüssel ein.',
    clients: 'Adressen für Clients',
    openAi: 'OpenAI-Clients (Basis-URL)',
    anthropic: 'Variable ANTHROPIC_BASE_URL für Claude Code',
    ollama: 'Ollama-Clients (Host)',
  },

  address: {
    name: 'Adresse des API-Servers',
    off: 'Der API-Server ist aus.',
    openAi: 'OpenAI',
    others: 'Anthropic, Ollama',
    settings: 'Schlüssel und Einstellungen …',
  },

  filter: {
    search: 'Anfragen durchsuchen',
    placeholder: 'Client, Modell, Ursache oder Pfad',
    client: 'Client',
    allClients: 'Alle Clients',
    cause: 'Ursache',
    allCauses: 'Alle Ursachen',
    onlyLost: 'Nur mit Verlust',
    noneFound: 'Keine Anfrage passt zum Filter.',
  },
  actions: { export: 'Als JSONL exportieren', clear: 'Liste leeren', exportNote: 'Ohne Prompts und Antworten' },

  nothingLost: 'Nichts wurde erneut verarbeitet.',

  sums: {
    title: 'Was erneut verarbeitet wurde',
    total: (requests, reusedTokens, promptTokens) =>
      `${requestCount(requests)}, ${promptTokens === 0 ? '' : `${formatPercent(reusedTokens / promptTokens)} von `}${tokens(promptTokens)} wiederverwendet`,
    lost: (lostTokens, ms) => `${tokens(lostTokens)} erneut verarbeitet, ${timeOf(ms)} verloren`,
    failed: (failed, requests) => `${requestCount(requests)}, davon ${formatCount(failed)} fehlgeschlagen.`,
    client: 'Client',
    cause: 'Ursache',
    requests: 'Anfragen',
    tokens: 'Tokens',
    time: 'Verlorene Zeit',
    timeOf: (ms, unmeasured) => (unmeasured > 0 && ms === 0 ? '–' : `${unmeasured > 0 ? '≥ ' : ''}${timeOf(ms)}`),
    unmeasured: (count) => `Die Prefill-Rate von ${counted(count, 'Anfrage', 'Anfragen')} ist unbekannt.`,
    more: (count) => `${formatCount(count)} weitere anzeigen`,
    fewer: 'Weniger anzeigen',
  },

  remedies: {
    changed: 'Von Headroom geändert',
    done: { 'header-removed': 'Abrechnungs-Header entfernt', 'tools-sorted': 'Tools nach Namen sortiert' },
    header: 'Diesen Header in Headroom entfernen',
    headerNote: 'Ab der nächsten Anfrage bekommt die Engine den Prompt ohne die Zeile „x-anthropic-billing-header“.',
    tools: 'Tools in Headroom sortieren',
    toolsNote: 'Ab der nächsten Anfrage bekommt die Engine die Tools in der Reihenfolge ihrer Namen.',
  },

  views: { label: 'Ansicht', list: 'Liste', timeline: 'Zeitachse', simulation: 'Was würde helfen' },

  table: {
    name: 'Anfragen, die neuesten zuerst',
    at: time,
    atExactly: dateTime,
    columns: {
      time: 'Zeit',
      client: 'Client',
      prompt: 'Prompt',
      reused: 'Aus Cache',
      ttft: 'TTFT',
      rate: 'Decode',
      cause: 'Ursache',
      lost: 'Erneut',
    },
    states: {
      waiting: 'wartet',
      prefill: 'Prefill',
      decode: 'Decode',
      finished: 'fertig',
      failed: 'fehlgeschlagen',
      gone: 'Client gegangen',
      refused: 'abgelehnt',
    },
    shortReason,
    stopped: (state, sentence) => `${state}: ${sentence}`,
    row: (number, client) => `Anfrage ${formatCount(number)} von ${client}`,
    share: (share) => formatPercent(share),
  },

  detail: {
    name: 'Anfrage',
    title: (number) => `Anfrage ${formatCount(number)}`,
    close: 'Anfrage schließen',
    figures: {
      client: 'Client',
      userAgent: 'User-Agent',
      path: 'Pfad',
      model: 'Modell',
      askedAs: (model: string, asked: string): string => `${model}; das Programm verlangte ${asked}`,
      prompt: 'Prompt',
      promptTokens: (all, reused, processed) =>
        `${tokens(all)}: ${formatCount(reused)} wiederverwendet, ${formatCount(processed)} verarbeitet`,
      answer: 'Antwort',
      from: 'Wiederverwendet aus',
      sequence: (index) => `Sequenz ${formatCount(index + 1)}`,
      tiers: { cells: 'Zellen im Cache', memory: 'einer Kopie im Arbeitsspeicher', disk: 'einem gespeicherten Cache' },
      failure: 'Fehler',
      prefill: 'Prefill',
      decode: 'Decode',
      rate: formatRate,
      tokens,
    },
    why: 'Warum erneut verarbeitet wurde',
    lost: (lostTokens, ms) => `${tokens(lostTokens)} erneut verarbeitet${ms === null ? '' : `, ${formatMs(ms)}`}`,
    unexplained: 'Die Engine hatte den Prompt am Ende der Anfrage nicht mehr, darum konnte Headroom ihn nicht vergleichen.',
    notProcessed: 'Die Anfrage endete, bevor ihr Prompt verarbeitet wurde.',
    running: 'Headroom erklärt die Anfrage, wenn sie endet.',
    todo: 'Was zu tun ist',
    difference: (position) => `Die Prompts unterscheiden sich ab Token ${formatCount(position + 1)}:`,
    earlier: (number) => (number === null ? 'früher' : `Anfrage ${formatCount(number)}`),
    now: 'jetzt',
    end: '(endet hier)',
    times: 'Zeit bis zum ersten Token',
    timesOf: (ms) => `Zeit bis zum ersten Token: ${formatMs(ms)}`,
    noTimes: 'Es wurde kein Token erzeugt.',
  },

  sideBySide: {
    title: 'Beide Prompts',
    show: 'Prompts vergleichen',
    hide: 'Prompts ausblenden',
    earlier: 'Frühere Anfrage, mit ihrer Antwort',
    now: 'Diese Anfrage',
    only: 'Dieser Prompt',
    folded: (parts, count) => `${counted(parts, 'gleicher Teil', 'gleiche Teile')}, ${tokens(count)}`,
    missing: 'nicht vorhanden',
    holds: {
      system: 'System-Prompt',
      tools: 'Tools',
      user: 'Benutzer',
      reasoning: 'Überlegungen',
      assistant: 'Assistent',
      'tool-call': 'Tool-Aufruf',
      'tool-result': 'Tool-Ergebnis',
      template: 'Template',
    },
    partTitle: (holds, count) => `${holds}, ${tokens(count)}`,
    more: (characters) => `${formatCount(characters)} weitere Zeichen`,
  },

  timeline: {
    name: 'Sequenzen im Zeitverlauf',
    sequence: (index) => `Sequenz ${formatCount(index + 1)}`,
    waiting: 'Wartend',
    parts: { wait: 'warten', prefill: 'Prefill', decode: 'Decode' },
    bar: (number, client, ms) => `Anfrage ${formatCount(number)} von ${client}, ${formatMs(ms)}`,
    empty: 'Die Zeitachse beginnt mit der ersten Anfrage, die eine Sequenz hatte.',
    span: (ms) => `Letzte ${duration(ms / 1000)}`,
    range: 'Gezeigter Zeitraum',
  },

  simulation: {
    title: 'Was würde helfen',
    note: 'Headroom spielt die Prompts, die noch im Speicher sind, nacheinander mit anderen Einstellungen durch. Es vergleicht nur ihre Tokens; die Zahlen zeigen also, was eine Änderung höchstens spart.',
    run: 'Durchspielen',
    again: 'Noch einmal durchspielen',
    running: 'Wird durchgespielt …',
    of: (requests, promptTokens) => `${requestCount(requests)} mit ${tokens(promptTokens)}`,
    measured: 'Gemessen',
    change: 'Änderung',
    reused: 'Wiederverwendet',
    processed: 'Verarbeitet',
    saved: 'Gesparte Zeit',
    changes,
    savedMs: (ms) => (ms === null || ms === 0 ? '–' : ms < 0 ? `−${timeOf(-ms)}` : timeOf(ms)),
  },

  bodies: (count, bytes, isStored) =>
    `Prompts und Antworten der neuesten ${requestCount(count)} sind im Arbeitsspeicher (${formatBytes(bytes)})${isStored ? ' und in Headrooms Ordner' : ' und nicht auf dem Datenträger'}.`,
}
