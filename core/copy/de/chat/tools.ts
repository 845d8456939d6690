import { formatCount, formatMs } from '../../../text/amounts'
import type { tools as english } from '../../en/chat/tools'
import { tokens } from '../../words/de'
import { schemaRefusalText } from '../reasons/grammar'

export const tools: typeof english = {
  button: 'Tools',
  buttonWithCount: (count) => `Tools: ${formatCount(count)}`,
  notPossible: 'Das Chat-Template dieses Modells nimmt keine Tools an. Wählen Sie ein Modell, das Tools aufrufen kann.',
  title: 'Tools',
  choose: 'Tools wählen …',
  plainMeaning:
    'Kleine Programme (MCP-Server), die das Modell verwenden kann, zum Beispiel um Dateien zu lesen oder im Web zu suchen. Headroom fragt Sie vor jeder Verwendung, außer bei Tools, die Sie immer erlauben.',
  note: 'Server des Model Context Protocol stellen dem Modell Tools bereit. Headroom fragt Sie vor jedem Aufruf, außer bei Tools, die Sie immer erlauben.',
  close: 'Schließen',

  noServers: 'Es gibt noch keine Server. Fügen Sie einen hinzu, oder importieren Sie Server aus einer anderen App.',
  add: 'Server hinzufügen',
  import: 'Aus anderen Apps importieren',
  edit: 'Bearbeiten',
  remove: 'Entfernen',
  removeTitle: (name) => `Server „${name}“ entfernen?`,
  removeText: 'Seine Konfiguration wird gelöscht. Unterhaltungen behalten die Ergebnisse seiner Aufrufe.',
  removeNo: 'Behalten',
  log: 'Protokoll anzeigen',
  hideLog: 'Protokoll ausblenden',
  emptyLog: 'Der Server hat nichts geschrieben.',
  stop: 'Server beenden',

  states: {
    stopped: 'Läuft nicht',
    starting: 'Startet …',
    failed: 'Fehlgeschlagen',
    ready: (count) => `Läuft · ${count === 1 ? '1 Tool' : `${formatCount(count)} Tools`}`,
  },
  unbound: (tool, refusal) =>
    `Die Argumente von ${tool} können ungültig sein, weil eine Grammatik das Schema nicht ausdrücken kann. ${schemaRefusalText({ refusals: [refusal] })}`,
  isOn: 'In dieser Unterhaltung eingeschaltet',
  switchOn: 'Einschalten',
  switchOff: 'Ausschalten',
  switchLabel: (name) => `Tools von ${name}`,
  cancel: 'Abbrechen',
  working: 'Der Aufwand wird berechnet …',
  priceOn: (listTokens, processedTokens, ms) => `Fügt dem Prompt ${tokens(listTokens)} hinzu. ${processed(processedTokens, ms)}`,
  priceOff: (listTokens, processedTokens, ms) => `Entfernt ${tokens(listTokens)} aus dem Prompt. ${processed(processedTokens, ms)}`,
  serverPrice: (listTokens, isOn) =>
    listTokens === null
      ? 'Dieser Server sagt nicht, wie viele Tokens die Liste der Tools hat.'
      : isOn
        ? `Fügt dem Prompt ${tokens(listTokens)} hinzu, wie der Server sie zählt.`
        : `Entfernt ${tokens(listTokens)} aus dem Prompt, wie der Server sie zählt.`,

  doesNotFit: (promptTokens, contextTokens) =>
    `Der Prompt hätte ${tokens(promptTokens)}, und der Kontext fasst ${formatCount(contextTokens)}. Wählen Sie in den Einstellungen einen größeren Kontext oder einen Server mit weniger Tools.`,

  configLabel: 'Konfiguration',
  configNote: 'Geben Sie den Server im Format einer mcp.json-Datei an, mit dem Befehl, der ihn startet, oder mit seiner Adresse.',
  save: 'Speichern',
  askedInTerminal: 'Headroom fragt in seinem Terminal, ob es den Server starten darf. Antworten Sie dort.',
  imported: (names) => `Importiert: ${names.join(', ')}.`,
  nothingFound: 'Headroom hat in den Einstellungen von Claude Desktop, Cursor, LM Studio und VS Code keine Server gefunden.',
  apps: { 'claude-desktop': 'Claude Desktop', cursor: 'Cursor', 'lm-studio': 'LM Studio', vscode: 'VS Code' },
  importFrom: (app) => `Aus ${app} importieren`,

  call: {
    name: (name) => `Aufruf von ${name}`,
    by: (server) => `Server: ${server}`,
    asking: 'Wartet auf Ihre Entscheidung',
    decided: 'Wartet auf die anderen Aufrufe',
    running: 'Läuft …',
    notRun: 'Nicht ausgeführt',
    writing: 'Wird geschrieben …',
    argumentsLabel: 'Argumente',
    allow: 'Erlauben',
    always: 'Dieses Tool immer erlauben',
    refuse: 'Ablehnen',
    runAgain: 'Aufrufe ausführen',
    limit: (rounds) =>
      `Das Modell hat ${formatCount(rounds)}-mal hintereinander Tools aufgerufen. Um die nächsten Aufrufe auszuführen, wählen Sie „Fortsetzen“. Andernfalls schreiben Sie eine Nachricht.`,
    continue: 'Fortsetzen',
    answer: 'Jetzt antworten',
  },
  result: {
    speaker: 'Tools',
    name: (name) => `Ergebnis von ${name}`,
    failed: (name) => `Fehler von ${name}`,
    tokens: (count) => tokens(count),
    characters: (count) => `${formatCount(count)} Zeichen`,
  },
}

const processed = (count: number, ms: number | null): string =>
  `Mit Ihrer nächsten Nachricht verarbeitet Headroom ${tokens(count)}${ms === null ? '' : `, etwa ${formatMs(ms)}`}.`
