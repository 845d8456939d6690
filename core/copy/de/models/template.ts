import type { template as english } from '../../en/models/template'
import { listed } from '../../words/de'

const fallback = (hasOwn: boolean, name: string): string =>
  hasOwn
    ? `Das Chat-Template in dieser Datei lässt sich hier nicht ausführen. Headroom verwendet das ähnlichste bekannte, „${name}“.`
    : `Diese Datei hat kein Chat-Template. Headroom verwendet das ähnlichste bekannte, „${name}“.`

export const template: typeof english = {
  title: (name) => `Chat-Template von ${name}`,
  reading: 'Die Datei wird gelesen …',
  description({ isOverridden, hasOwn, fallback: name }) {
    if (isOverridden) return 'Ihr eigenes Template ersetzt das in der Datei.'
    if (name !== null) return `${fallback(hasOwn, name)} Hier können Sie ein anderes schreiben.`
    if (!hasOwn)
      return 'Die Datei hat kein Chat-Template. Headroom verwendet das ähnlichste bekannte und nennt es neben dem Modell, sobald es geladen ist. Hier können Sie ein anderes schreiben.'
    return 'Das ist das Template in der Datei. Was Sie hier schreiben, gilt nur für dieses Modell; die Datei ändert sich nicht.'
  },
  abilities({ systemRole, tools, toolCalls, parallelCalls, reasoning, keepsReasoning, thinking }) {
    const known = [
      ...(systemRole ? ['einen System-Prompt'] : []),
      ...(tools ? ['eine Liste von Werkzeugen'] : []),
      ...(toolCalls ? [parallelCalls ? 'mehrere Aufrufe in einer Antwort' : 'einen Aufruf je Antwort'] : []),
      ...(reasoning ? ['Überlegungen'] : []),
    ]
    const switched = thinking === null ? '' : ' Das Überlegen lässt sich ein- und ausschalten.'
    const kept = reasoning
      ? ` Ohne andere Einstellung ${keepsReasoning ? 'bleiben frühere Überlegungen im Prompt' : 'fallen frühere Überlegungen aus dem Prompt weg'}.`
      : ''
    return `${known.length === 0 ? 'Das Template kennt nur Nachrichten des Benutzers und Antworten.' : `Das Template kennt ${listed(known)}.`}${switched}${kept}`
  },
  label: 'Template',
  example: 'Zum Beispiel ChatML:',
  sample: {
    system: 'Antworte kurz.',
    question: 'Was ist ein KV-Cache?',
    answer: 'Keys und Values der bisherigen Tokens.',
    next: 'Wie groß ist er?',
  },
  test: 'An Beispielnachrichten ausprobieren',
  specialTokens: '<bos> und <eos> stehen für die Tokens des Modells.',
  result: 'Was das Modell liest',
  useFallback: 'Das ähnlichste bekannte verwenden',
  useOwn: 'Das aus der Datei verwenden',
  close: 'Schließen',
  save: 'Ab dem nächsten Laden verwenden',
  badge: (name) => `Ersatz-Template „${name}“`,
  badgeMeaning: (hasOwn, name) => `${fallback(hasOwn, name)} Wenn Antworten falsch aussehen, legen Sie mit einem Klick ein anderes fest.`,
}
