import type { PresetFileProblem } from '../../../contract/errors/settings-reasons'
import { type Sentence, say, type Writers } from '../../types/sentence'

type PresetCode = 'preset-not-found' | 'preset-name-taken' | 'preset-refused'

export const presetSentences: Pick<Writers, PresetCode> = {
  'preset-not-found': () =>
    say('Diese Voreinstellung gibt es nicht mehr.', 'Wählen Sie eine andere, oder speichern Sie die jetzigen Einstellungen als neue.'),
  'preset-name-taken': ({ name }) => say(`Eine Voreinstellung heißt schon „${name}“.`, 'Wählen Sie einen anderen Namen.'),
  'preset-refused': ({ fileName, reason }) => refused(fileName, reason),
}

function refused(fileName: string, reason: PresetFileProblem): Sentence {
  switch (reason.kind) {
    case 'not-json':
      return say(
        `${fileName} ist kein gültiges JSON. Vielleicht ist die Datei abgeschnitten.`,
        'Exportieren Sie die Voreinstellung erneut, und importieren Sie die neue Datei.',
      )
    case 'not-a-preset':
      return say(
        `${fileName} ist keine Voreinstellung von Headroom.`,
        'Wählen Sie eine Datei, die Headroom als Voreinstellung exportiert hat.',
      )
    case 'newer-version':
      return say(
        `${fileName} hat Version ${reason.version} des Formats für Voreinstellungen, die diese Version von Headroom nicht lesen kann.`,
        'Aktualisieren Sie Headroom, und importieren Sie dann die Datei.',
      )
    case 'unknown-field':
      return say(
        `${fileName} hat ein Feld, das diese Version von Headroom nicht kennt: „${reason.field}“.`,
        'Entfernen Sie das Feld aus der Datei, oder aktualisieren Sie Headroom.',
      )
    case 'invalid-field':
      return say(
        `Der Wert von „${reason.field}“ in ${fileName} ist nicht erlaubt.`,
        'Korrigieren Sie den Wert in der Datei, und importieren Sie sie erneut.',
      )
  }
}
