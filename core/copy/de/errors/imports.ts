import type { ErrorFacts } from '../../../contract/errors/errors'
import { type Sentence, say, type Writers } from '../../types/sentence'

type Reason = ErrorFacts<'import-refused'>['reason']

const chooseExport = 'Wählen Sie einen Export von Headroom, llama-server, LM Studio, Open WebUI oder ChatGPT.'

const refusals: Readonly<Record<Reason, Sentence>> = {
  empty: say('Die Datei ist leer.', chooseExport),
  zip: say(
    'Es ist eine ZIP-Datei.',
    'Entpacken Sie sie, und wählen Sie dann die .json- oder .jsonl-Datei darin. Im Export von ChatGPT beginnt ihr Name mit „conversations“.',
  ),
  'not-json': say('Die Datei ist kein JSON.', chooseExport),
  'unknown-format': say('Headroom kennt dieses Format nicht.', chooseExport),
  'no-messages': say('Die Unterhaltungen darin haben keine Nachrichten.', 'Wählen Sie eine andere Datei.'),
  'too-large': say(
    'Die Unterhaltungen darin sind zu groß für Headroom.',
    'Exportieren Sie weniger Nachrichten, oder wählen Sie eine andere Datei.',
  ),
}

export const importSentences = {
  'import-refused': ({ name, reason }) => say(`${name} wurde nicht importiert. ${refusals[reason].what}`, refusals[reason].todo),
  'import-ended': () =>
    say(
      'Der Import ist beendet, weil ein anderer begonnen hat.',
      'Importieren Sie die Datei noch einmal. Bereits importierte Unterhaltungen werden übersprungen.',
    ),
} satisfies Partial<Writers>
