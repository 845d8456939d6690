import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatBytes, formatCount } from '../../../text/amounts'
import { fileNameOf } from '../../../text/file-path'
import { type Sentence, say, type Writers } from '../../types/sentence'
import { importProblemText, labModelProblemText, planRefusalText, taskTroubleText } from '../reasons/compare'
import { loadFileProblemText } from '../reasons/load-files'
import { processEndText } from '../reasons/process-ends'

function bandwidthFailed(reason: ErrorFacts<'bandwidth-failed'>['reason']): Sentence {
  const again = 'Schließen Sie Programme, die viel Arbeitsspeicher belegen, und messen Sie erneut.'
  switch (reason.kind) {
    case 'process-ended':
      return say(`Die Messung der Speicherbandbreite wurde abgebrochen. ${processEndText(reason.end)}`, again)
    case 'timed-out':
      return say(`Die Speicherbandbreite war nach ${formatCount(reason.seconds)} s noch nicht gemessen.`, again)
    case 'disturbed':
      return say(
        'Während der Messung der Speicherbandbreite entstand eine Antwort. Das Ergebnis wurde deshalb verworfen.',
        'Messen Sie erneut.',
      )
    case 'busy':
      return say('Die Speicherbandbreite wird schon gemessen.', 'Warten Sie einige Sekunden.')
    case 'error':
      return say(`Die Speicherbandbreite wurde nicht gemessen. Der Fehler war: „${reason.quoted}“.`, again)
  }
}

export const compareSentences = {
  'compare-plan-refused': ({ reason }, describe) => planRefusalText(reason, describe),
  'compare-busy': () => say('Ein Benchmark läuft.', 'Warten Sie das Ende ab, oder brechen Sie ihn zuerst ab.'),
  'compare-run-not-found': () => say('Dieser Durchlauf ist beendet oder wurde gelöscht.', 'Wählen Sie einen anderen.'),
  'compare-text-too-short': ({ tokens, neededTokens }) =>
    say(
      `Der Text hat ${formatCount(tokens)} Tokens. Die Messung braucht mindestens ${formatCount(neededTokens)}.`,
      'Wählen Sie einen längeren Text oder kürzere Abschnitte.',
    ),
  'compare-text-binary': ({ character }) =>
    say(
      `Das ist kein reiner Text: Zeichen ${formatCount(character + 1)} kommt in Texten nicht vor.`,
      'Wählen Sie eine reine Textdatei (.txt oder .md, UTF-8).',
    ),
  'compare-task-failed': ({ reason }) =>
    say(`Die Messung ist fehlgeschlagen. ${taskTroubleText(reason)}`, 'Wiederholen Sie sie, oder entfernen Sie diese Einstellung.'),
  'file-too-large': ({ name, sizeBytes, limitBytes }) =>
    say(
      `${name} hat ${formatBytes(sizeBytes)}. Gelesen werden höchstens ${formatBytes(limitBytes)}.`,
      'Wählen Sie eine andere Datei, oder teilen Sie sie auf.',
    ),
  'compare-import-refused': ({ name, reason }) => {
    const { what, todo } = importProblemText(reason)
    return say(`${name} lässt sich nicht importieren. ${what}`, todo)
  },
  'load-file-refused': ({ name, reason }) => {
    const { what, todo } = loadFileProblemText(reason)
    return say(`${name} kann nicht verwendet werden. ${what}`, todo)
  },

  'lab-model-unsupported': ({ path, reason }) =>
    say(
      `${fileNameOf(path)} kann im Labor nicht laufen. ${labModelProblemText(reason)}`,
      'Verwenden Sie das eingebaute Modell (Pocket) oder eine GGUF-Datei der Architektur Llama oder Qwen3 mit Gewichten in f32, f16, q8_0 oder q4_0 und dem Tokenizer von GPT-2.',
    ),
  'lab-model-too-large': ({ path, parameters, limitParameters }) =>
    say(
      `${fileNameOf(path)} hat ${formatCount(parameters)} Parameter. Das Labor rechnet in reinem TypeScript und unterstützt bis zu ${formatCount(limitParameters)}.`,
      'Verwenden Sie das eingebaute Modell (Pocket) oder ein anderes kleines.',
    ),
  'lab-budget-too-small': ({ policy, budgetTokens, leastTokens }) =>
    say(
      `Ein Budget von ${formatCount(budgetTokens)} Tokens ist zu klein: ${policy} behält immer ${formatCount(leastTokens)}.`,
      `Wählen Sie ein Budget von mindestens ${formatCount(leastTokens)} Tokens oder eine Strategie, die weniger behält.`,
    ),
  'lab-policy-without-scores': ({ policy, scored }) =>
    say(
      `Die Heads können das Budget von ${policy} nicht teilen, weil diese Strategie die Zellen nicht für jeden Head einzeln bewertet.`,
      `Strategien, die das tun: ${scored.join(', ')}.`,
    ),
  'lab-block-too-large': ({ blockTokens, contextTokens }) =>
    say(
      `Ein Block mit ${formatCount(blockTokens)} Tokens passt nicht in einen Kontext von ${formatCount(contextTokens)}.`,
      'Wählen Sie Blöcke von 1 bis 256 Tokens, die nicht länger als der Kontext sind.',
    ),
  'lab-text-too-long': ({ textTokens, contextTokens }) =>
    say(
      `Der Text hat ${formatCount(textTokens)} Tokens. Mit diesem Modell lassen sich ${formatCount(contextTokens)} aufzeichnen.`,
      'Kürzen Sie den Text, oder fordern Sie weniger Tokens an.',
    ),
  'lab-busy': ({ experiment }) =>
    say(
      experiment === null ? 'Das Labor erstellt eine Aufzeichnung.' : `Das Labor führt das Experiment „${experiment}“ aus.`,
      'Warten Sie das Ende ab, oder brechen Sie es ab. Das Labor rechnet immer nur an einer Aufgabe.',
    ),
  'lab-ended': ({ reason }) =>
    say(
      `Das Labor wurde beendet. ${processEndText(reason)}`,
      'Sonst ist nichts betroffen. Starten Sie die Aufzeichnung oder das Experiment erneut.',
    ),
  'bandwidth-failed': ({ reason }) => bandwidthFailed(reason),
  'lab-recording-gone': () =>
    say('Diese Aufzeichnung ist geschlossen.', 'Zeichnen Sie erneut auf. Dieselben Einstellungen ergeben dieselbe Aufzeichnung.'),
} satisfies Partial<Writers>
