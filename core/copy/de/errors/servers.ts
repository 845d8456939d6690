import type { ErrorFacts, NestedFailure } from '../../../contract/errors/errors'
import { formatCount } from '../../../text/amounts'
import { say, type Writers } from '../../types/sentence'

export const serverSentences = {
  'mcp-config-invalid': ({ reason }) =>
    say(
      `Die Konfiguration der Server lässt sich nicht verwenden. ${invalidConfig(reason)}`,
      'Nichts wurde geändert. Geben Sie den Text ein, den die Dokumentation des Servers für eine mcp.json-Datei angibt.',
    ),
  'mcp-not-allowed': ({ reason }) =>
    reason === 'refused'
      ? say(
          'Nichts wurde gespeichert, weil Sie Headroom nicht erlaubt haben, die Server zu starten.',
          'Speichern Sie noch einmal, und erlauben Sie es, wenn Sie die Server verwenden möchten.',
        )
      : say(
          'Nichts wurde gespeichert. Headroom fragt in seinem Terminal, bevor es einen neuen oder geänderten Server speichert, hat aber kein Terminal.',
          'Starten Sie Headroom in einem Terminal, speichern Sie noch einmal, und antworten Sie dort.',
        ),
  'mcp-server-not-found': ({ name }) =>
    say(`Es gibt keinen Server namens „${name}“.`, 'Vielleicht wurde er entfernt. Fügen Sie ihn wieder hinzu.'),
  'mcp-not-started': ({ name, reason }, describe) =>
    say(
      `Der Server „${name}“ ist nicht gestartet. ${notStarted(reason, describe)}`,
      'Prüfen Sie seine Konfiguration und sein Protokoll, und starten Sie ihn dann wieder.',
    ),
  'mcp-server-gone': ({ name, quoted }) =>
    say(
      `Der Server „${name}“ hat sich beendet.${quoted === '' ? '' : ` Die letzten Zeilen seines Protokolls lauten: „${quoted}“.`}`,
      'Lesen Sie sein Protokoll, und starten Sie ihn dann wieder.',
    ),
  'mcp-not-ready': ({ name }) => say(`Der Server „${name}“ läuft nicht.`, 'Starten Sie ihn zuerst.'),
  'mcp-too-many-tools': ({ tools, mostTools }) =>
    say(
      `Mit diesem Server hätte die Unterhaltung ${formatCount(tools)} Tools. Ein Prompt nimmt höchstens ${formatCount(mostTools)} auf.`,
      'Schalten Sie zuerst einen anderen Server aus.',
    ),
  'tool-call-not-found': () =>
    say('Dieser Aufruf wartet nicht mehr auf Ihre Entscheidung.', 'Führen Sie die Aufrufe noch einmal aus, wenn sie kein Ergebnis haben.'),
  'calls-not-possible': () =>
    say(
      'Diese Nachricht hat keine Aufrufe, die ausgeführt werden können.',
      'Schalten Sie den Server wieder ein, oder erzeugen Sie die Antwort neu.',
    ),
} satisfies Partial<Writers>

function invalidConfig(reason: ErrorFacts<'mcp-config-invalid'>['reason']): string {
  switch (reason.kind) {
    case 'not-json':
      return `Der Text ist kein gültiges JSON. Der Fehler ist in Zeile ${formatCount(reason.line)}, Spalte ${formatCount(reason.column)}.`
    case 'no-servers':
      return 'Der Text enthält keine Server unter „mcpServers“ oder „servers“.'
    case 'server':
      return `Der Server „${reason.name}“ braucht einen Befehl („command“) oder eine Adresse („url“).`
    case 'url':
      return `Die Adresse des Servers „${reason.name}“ muss mit http:// oder https:// beginnen.`
    case 'name':
      return `Der Name „${reason.name}“ ist leer oder zu lang.`
    case 'too-many':
      return `Damit wären es ${formatCount(reason.servers)} Server; Headroom unterstützt höchstens ${formatCount(reason.mostServers)}.`
  }
}

function notStarted(reason: ErrorFacts<'mcp-not-started'>['reason'], describe: (failure: NestedFailure) => string): string {
  switch (reason.kind) {
    case 'command-not-found':
      return `Auf diesem Computer gibt es kein Programm namens „${reason.command}“.`
    case 'timed-out':
      return `Er hat nicht innerhalb von ${formatCount(reason.seconds)} s geantwortet.`
    case 'ended':
      return reason.quoted === ''
        ? 'Er hat sich sofort beendet, ohne eine Meldung.'
        : `Er hat sich sofort beendet. Die letzten Zeilen seines Protokolls lauten: „${reason.quoted}“.`
    case 'failure':
      return describe(reason.failure)
    case 'server':
      return `Der Fehler war: „${reason.quoted}“.`
  }
}
