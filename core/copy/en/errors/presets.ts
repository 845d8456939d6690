import type { PresetFileProblem } from '../../../contract/errors/settings-reasons'
import { type Sentence, say, type Writers } from '../../types/sentence'

type PresetCode = 'preset-not-found' | 'preset-name-taken' | 'preset-refused'

export const presetSentences: Pick<Writers, PresetCode> = {
  'preset-not-found': () => say('This preset no longer exists.', 'Choose another preset, or save the current settings as a new one.'),
  'preset-name-taken': ({ name }) => say(`A preset is already named “${name}”.`, 'Choose another name.'),
  'preset-refused': ({ fileName, reason }) => refused(fileName, reason),
}

function refused(fileName: string, reason: PresetFileProblem): Sentence {
  switch (reason.kind) {
    case 'not-json':
      return say(`${fileName} is not valid JSON. It may be cut off.`, 'Export the preset again, and import the new file.')
    case 'not-a-preset':
      return say(`${fileName} is not a Headroom preset.`, 'Choose a preset file that Headroom exported.')
    case 'newer-version':
      return say(
        `${fileName} has version ${reason.version} of the preset format, which this version of Headroom cannot read.`,
        'Update Headroom, then import the file.',
      )
    case 'unknown-field':
      return say(
        `${fileName} has a field that this version of Headroom does not know: “${reason.field}”.`,
        'Remove that field from the file, or update Headroom.',
      )
    case 'invalid-field':
      return say(`The value of “${reason.field}” in ${fileName} is not allowed.`, 'Correct that value in the file, then import it again.')
  }
}
