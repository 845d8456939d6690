import type { EngineEnd, ProcessEnd } from '../../../contract/errors/process-end'
import { listed } from '../../words/de'

const signals: Readonly<Record<string, string>> = {
  SIGKILL: 'Der Prozess wurde beendet, vielleicht weil der Arbeitsspeicher voll war (SIGKILL).',
  SIGSEGV: 'Der Prozess ist abgestürzt (SIGSEGV).',
  SIGBUS: 'Der Prozess ist beim Lesen der Modelldatei abgestürzt (SIGBUS).',
  SIGILL:
    'Der Prozess hat sich beendet, oder diesem Prozessor fehlt ein benötigter Befehl (SIGILL). Wenn die Einstellungen neu sind, versuchen Sie es mit einem kleineren Kontext.',
  SIGTRAP:
    'Der Prozess hat sich beendet, vielleicht weil er nicht genug Speicher bekam (SIGTRAP). Wenn die Einstellungen neu sind, versuchen Sie es mit einem kleineren Kontext.',
  SIGFPE: 'Der Prozess ist bei einer Berechnung abgestürzt (SIGFPE).',
  SIGABRT: 'Der Prozess hat sich abgebrochen (SIGABRT).',
  SIGTERM: 'Der Prozess wurde aufgefordert, sich zu beenden (SIGTERM).',
}
/** Exit codes on Windows. Source: NTSTATUS values. */
const windowsCodes: Readonly<Record<number, string>> = {
  3221225477: 'Der Prozess ist abgestürzt (Zugriffsverletzung, 0xC0000005).',
  3221225478: 'Der Prozess konnte die Modelldatei nicht lesen (In-Page-Fehler, 0xC0000006).',
  3221225495: 'Der Arbeitsspeicher war voll (0xC0000017).',
  3221225501: 'Der Prozess hat sich beendet, oder diesem Prozessor fehlt ein benötigter Befehl (ungültiger Befehl, 0xC000001D).',
  3221225725: 'Der Prozess ist abgestürzt (Stapelüberlauf, 0xC00000FD).',
  3221225781: 'Dem Prozess fehlt eine Bibliothek (0xC0000135).',
  3221226505: 'Der Prozess hat sich abgebrochen (Fail Fast, 0xC0000409).',
}

export function processEndText(end: ProcessEnd): string {
  switch (end.kind) {
    case 'signal':
      return withQuote(signals[end.signal] ?? `Der Prozess wurde durch ${end.signal} beendet.`, end.quoted)
    case 'code':
      return withQuote(
        end.code === null
          ? 'Der Prozess endete ohne Exit-Code.'
          : (windowsCodes[end.code] ?? `Der Prozess endete mit dem Exit-Code ${end.code}.`),
        end.quoted,
      )
    case 'template-timeout':
      return `Das Chat-Template war nach ${end.seconds} s nicht fertig.`
    case 'error':
      return `Der Fehler war: „${end.quoted}“.`
  }
}

export function engineEndText(end: EngineEnd): string {
  switch (end.kind) {
    case 'closed':
      return 'Sie wurde geschlossen.'
    case 'closed-while-starting':
      return 'Sie wurde beim Start geschlossen.'
    case 'no-answer':
      return 'Sie hat nicht geantwortet.'
    case 'answer-incomplete':
      return 'Sie endete, bevor die Antwort vollständig war.'
    case 'no-gpu':
      return `Das Backend ${end.backend} ist installiert, hat aber keine GPU gefunden.`
    case 'no-build':
      return end.backend === null
        ? 'Auf diesem Gerät funktioniert llama.cpp mit keinem Backend.'
        : `Auf diesem Gerät funktioniert llama.cpp nicht mit ${end.backend}.`
    case 'vc-runtime-missing':
      return `Windows findet ${listed(end.libraries)} aus der Microsoft-Visual-C++-Laufzeit nicht.`
    default:
      return processEndText(end)
  }
}

const withQuote = (sentence: string, quoted: string | null): string =>
  quoted === null ? sentence : `${sentence} Die Meldung war: „${quoted}“.`
