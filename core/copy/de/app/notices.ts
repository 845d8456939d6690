import { formatBytes } from '../../../text/amounts'
import type { notices as english } from '../../en/app/notices'
import { counted, listed } from '../../words/de'

const allSettings: Readonly<Record<string, string>> = { kv: 'alle KV-Einstellungen', sampling: 'alle Sampling-Einstellungen' }

export const notices: typeof english = {
  'store-salvaged': ({ quoted, keptAt, conversations, messages }) => {
    const saved = `${counted(conversations, 'Unterhaltung', 'Unterhaltungen')} mit ${counted(messages, 'Nachricht', 'Nachrichten')}`
    return `Die Datei mit Ihren Unterhaltungen war beschädigt. SQLite meldet: „${quoted}“. Headroom konnte ${saved} wiederherstellen. Die beschädigte Datei liegt unter ${keptAt}.`
  },
  'turn-interrupted': ({ answers }) =>
    answers === 1
      ? 'Headroom wurde beendet, während eine Antwort geschrieben wurde. Der Text bis dahin bleibt erhalten.'
      : `Headroom wurde beendet, während ${counted(answers, 'Antwort', 'Antworten')} geschrieben wurden. Der Text bis dahin bleibt erhalten.`,
  'compare-interrupted': () =>
    'Headroom wurde während eines Benchmarks beendet. Die bisherigen Ergebnisse bleiben erhalten, und er kann fortgesetzt werden.',
  'answer-not-stored': () =>
    'Der Datenträger ist voll oder nicht beschreibbar. Die Antwort bleibt im Speicher, und Headroom sichert sie, sobald das möglich ist.',
  'compare-not-stored': () =>
    'Der Datenträger ist voll oder nicht beschreibbar. Die Ergebnisse des Benchmarks bleiben im Speicher, und Headroom sichert sie, sobald das möglich ist.',
  'settings-fell-back': ({ names }) =>
    `Gespeicherte Einstellungen waren ungültig und wurden zurückgesetzt: ${listed(names.map((name) => allSettings[name] ?? name))}.`,
  'preferences-fell-back': ({ names }) =>
    names.length === 0
      ? 'Die gespeicherten Optionen waren ungültig und wurden alle zurückgesetzt.'
      : `Gespeicherte Optionen waren ungültig und wurden zurückgesetzt: ${listed(names)}.`,
  'plan-mismatch': ({ allocatedBytes, predictedBytes }) => {
    const planned = predictedBytes === null ? 'war nichts' : `waren ${formatBytes(predictedBytes)}`
    return `llama.cpp hat ${formatBytes(allocatedBytes)} für die Caches belegt, geplant ${planned}. Das Modell funktioniert, aber der Plan dafür ist falsch. Sie können einen Bericht kopieren, der keinen Text von Ihnen enthält.`
  },
  'draft-not-loaded': ({ failure }, describe) => `Antworten werden ohne Entwurfsmodell geschrieben. ${describe(failure)}`,
}
