import type { ErrorFacts } from '../../../contract/errors/errors'
import { type Sentence, say, type Writers } from '../../types/sentence'

type Reason = ErrorFacts<'import-refused'>['reason']

const chooseExport = 'Choose an export from Headroom, llama-server, LM Studio, Open WebUI or ChatGPT.'

const refusals: Readonly<Record<Reason, Sentence>> = {
  empty: say('It is empty.', chooseExport),
  zip: say(
    'It is a ZIP file.',
    'Unpack it, then choose the .json or .jsonl file in it. In ChatGPT’s export, its name begins with “conversations”.',
  ),
  'not-json': say('It is not JSON.', chooseExport),
  'unknown-format': say('Headroom does not know its format.', chooseExport),
  'no-messages': say('Its conversations have no messages.', 'Choose another file.'),
  'too-large': say('Its conversations are too large for Headroom.', 'Export fewer messages, or choose another file.'),
}

export const importSentences = {
  'import-refused': ({ name, reason }) => say(`${name} was not imported. ${refusals[reason].what}`, refusals[reason].todo),
  'import-ended': () =>
    say(
      'The import was stopped because another import started.',
      'Import the file again. Conversations that were already imported are skipped.',
    ),
} satisfies Partial<Writers>
