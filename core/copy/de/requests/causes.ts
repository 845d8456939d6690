import type { RequestCause, SideKind } from '../../../contract/requests/request-causes'
import type { RequestExplanation } from '../../../contract/requests/requests'
import type { requestCauses as english } from '../../en/requests/causes'

const sides: Readonly<Record<SideKind, string>> = {
  title: 'Titel',
  tags: 'Schlagwörter',
  'follow-ups': 'Anschlussfragen',
  'search-queries': 'Suchanfragen',
  topic: 'Thema einer Nachricht',
  autocomplete: 'Autovervollständigung',
  summary: 'Zusammenfassung',
}

const causes: Readonly<Record<RequestCause, (typeof english)['of'][RequestCause]>> = {
  'first-request': { name: 'Erste Anfrage', meaning: 'Das ist die erste Anfrage dieses Clients.', remedy: '' },
  continued: { name: 'Fortgesetzt', meaning: 'Der Prompt setzt dort fort, wo eine frühere Anfrage endete.', remedy: '' },
  'same-prompt': { name: 'Gleicher Prompt', meaning: 'Eine frühere Anfrage hatte denselben Prompt.', remedy: '' },
  'new-conversation': { name: 'Neue Unterhaltung', meaning: 'Die erste Nachricht ist neu.', remedy: '' },
  'edited-message': { name: 'Bearbeitete Nachricht', meaning: 'Die neueste Nachricht ist anders als in der früheren Anfrage.', remedy: '' },
  'changing-header': {
    name: 'Wechselnder Header',
    meaning: 'Eine Header-Zeile am Anfang des Prompts hat in jeder Anfrage einen anderen Wert.',
    remedy: 'Schalten Sie den Header im Client ab. Für Claude Code setzen Sie CLAUDE_CODE_ATTRIBUTION_HEADER=0.',
  },
  clock: {
    name: 'Datum oder Uhrzeit',
    meaning: 'Ein Datum oder eine Uhrzeit im Prompt hat sich geändert.',
    remedy:
      'Entfernen Sie die Angabe aus dem Prompt des Clients, oder lassen Sie ihn sie in die neueste Nachricht schreiben. Ein Datum ändert sich seltener als eine Uhrzeit.',
  },
  'tools-reordered': {
    name: 'Reihenfolge der Tools',
    meaning: 'Die Anfrage hat dieselben Tools in anderer Reihenfolge.',
    remedy: 'Lassen Sie den Client seine Tools nach Namen sortieren. MCP-Server, die sich neu verbinden, ändern oft die Reihenfolge.',
  },
  'tools-changed': {
    name: 'Tools geändert',
    meaning: 'Tools kamen dazu, fielen weg oder sind anders beschrieben.',
    remedy: 'Starten Sie alle MCP-Server vor der Unterhaltung, und lassen Sie die Liste der Tools bis zu deren Ende unverändert.',
  },
  'system-changed': {
    name: 'System-Prompt geändert',
    meaning: 'Der Client hat den System-Prompt geändert, hinzugefügt oder weggelassen.',
    remedy:
      'Lassen Sie den Client ans Ende des Prompts schreiben, was sich ändert: Gedächtnis, offene Dateien, Zustand des Arbeitsordners.',
  },
  'reasoning-dropped': {
    name: 'Überlegungen weggelassen',
    meaning: 'Der Prompt lässt die Überlegungen einer früheren Antwort weg.',
    remedy:
      'Lassen Sie den Client die Überlegungen zurückschicken (reasoning_content oder thinking-Blöcke), und stellen Sie in den Einstellungen „Frühere Überlegungen“ auf „behalten“.',
  },
  'message-rewritten': {
    name: 'Nachricht umgeschrieben',
    meaning:
      'Der Client hat eine frühere Nachricht geändert, zum Beispiel das Ergebnis eines Tools gekürzt oder zwei Nachrichten verbunden.',
    remedy: 'Lassen Sie den Client alte Nachrichten selten und alle auf einmal kürzen, oder gar nicht.',
  },
  'message-removed': {
    name: 'Nachricht weggelassen',
    meaning: 'Der Client hat eine oder mehrere frühere Nachrichten weggelassen.',
    remedy:
      'Stellen Sie den Client so ein, dass er alte Nachrichten nur selten und dann viele auf einmal weglässt, oder gar keine. Mit einem größeren Kontext kann er sie länger behalten.',
  },
  'message-inserted': {
    name: 'Nachricht eingefügt',
    meaning: 'Der Client hat eine oder mehrere Nachrichten vor Nachrichten eingefügt, die er schon geschickt hatte.',
    remedy: 'Lassen Sie den Client neue Nachrichten nur am Ende der Unterhaltung anhängen.',
  },
  compacted: {
    name: 'Verdichtet',
    meaning: 'Der Client hat die Unterhaltung durch eine Zusammenfassung ersetzt.',
    remedy: 'Mit einem größeren Kontext verdichtet der Client später.',
  },
  'side-request': {
    name: 'Nebenanfrage',
    meaning: 'Der Client hat in einem eigenen Prompt etwas über die Unterhaltung gefragt.',
    remedy: 'Schalten Sie diese Anfragen im Client ab, oder geben Sie ihnen ein kleineres Modell.',
  },
  whitespace: {
    name: 'Leerraum',
    meaning: 'Nur Leerzeichen oder Zeilenumbrüche haben sich geändert.',
    remedy: 'Lassen Sie den Client Antworten genau so zurückschicken, wie er sie bekommen hat.',
  },
  'template-clock': {
    name: 'Datum des Templates',
    meaning: 'Das Chat-Template schreibt ein Datum oder eine Uhrzeit, und die Angabe hat sich geändert.',
    remedy: 'Verwenden Sie ein Chat-Template ohne Datum: siehe Menü des Modells.',
  },
  template: {
    name: 'Chat-Template',
    meaning: 'Das Chat-Template hat die Unterhaltung anders geschrieben.',
    remedy: 'Ein eigenes Chat-Template kann frühere Nachrichten unverändert lassen: siehe Menü des Modells.',
  },
  retokenized: {
    name: 'Andere Tokens',
    meaning: 'Der Text ist derselbe, aber seine Tokens sind andere: Das Modell hat andere Tokens gewählt als der Tokenizer.',
    remedy: '',
  },
  'other-model': {
    name: 'Anderes Modell',
    meaning: 'Ein anderes Modell hat die frühere Anfrage beantwortet.',
    remedy: 'Verwenden Sie für die ganze Unterhaltung ein Modell.',
  },
  'other-settings': {
    name: 'Andere Einstellungen',
    meaning: 'Die Einstellungen des Caches wurden geändert.',
    remedy: 'Die nächsten Anfragen verwenden den neuen Cache wieder.',
  },
  evicted: {
    name: 'Verdrängt',
    meaning: 'Die Tokens waren im Cache, aber etwas anderes hat ihren Platz eingenommen.',
    remedy: 'Erlauben Sie in den Einstellungen mehr Sequenzen.',
  },
  busy: {
    name: 'Sequenz belegt',
    meaning: 'Die Tokens waren in einer Sequenz, die eine andere Anfrage benutzt hat.',
    remedy: 'Erlauben Sie in den Einstellungen mehr Sequenzen, oder lassen Sie den Client eine Anfrage nach der anderen schicken.',
  },
  'other-sequence': {
    name: 'Andere Sequenz',
    meaning: 'Die Tokens waren in einer Sequenz, aber die Anfrage hat eine andere bekommen.',
    remedy: 'Lassen Sie den Client die Unterhaltung unverändert schicken, damit Headroom ihre Sequenz findet.',
  },
  'engine-restarted': {
    name: 'Engine neu gestartet',
    meaning: 'Die Engine wurde neu gestartet, oder ihr Kontext wurde neu angelegt.',
    remedy: '',
  },
  'cannot-go-back': {
    name: 'Kann nicht zurück',
    meaning: 'Der Cache dieses Modells kann nicht zu der Stelle zurück, ab der sich die Prompts unterscheiden.',
    remedy: 'Erlauben Sie in den Einstellungen mehr Prüfpunkte oder mehr Speicher dafür.',
  },
}

const numbered: Partial<Record<RequestCause, (message: number) => string>> = {
  'message-rewritten': (message) => `Es ist Nachricht ${message}, ohne den System-Prompt gezählt.`,
  'message-removed': (message) => `Die erste war Nachricht ${message}, ohne den System-Prompt gezählt.`,
  'message-inserted': (message) => `Die erste ist Nachricht ${message}, ohne den System-Prompt gezählt.`,
}

function meaningOf({ cause, evictedBy, side, divergence }: RequestExplanation, ofNumber: number | null): string {
  if (cause === 'side-request' && side !== null) return `${causes[cause].meaning} Gefragt war: ${sides[side]}.`
  const message = divergence?.message ?? null
  const number = numbered[cause]
  if (number && message !== null) return `${causes[cause].meaning} ${number(message)}`
  if (cause !== 'evicted') return causes[cause].meaning
  if (evictedBy === null) return 'Die Tokens waren im Cache. Ein Chat in Headroom oder ein anderes Programm hat ihren Platz eingenommen.'
  const request = ofNumber === null ? 'Eine Anfrage' : `Anfrage ${ofNumber}`
  const kind = evictedBy.side === null ? '' : ` (${sides[evictedBy.side]})`
  return `Die Tokens waren im Cache. ${request} von ${evictedBy.client}${kind} hat ihren Platz eingenommen.`
}

export const requestCauses: typeof english = { of: causes, sides, meaningOf }
