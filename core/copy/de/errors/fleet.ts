import type { FleetProblem } from '../../../contract/errors/settings-reasons'
import { say, type Writers } from '../../types/sentence'
import { listed } from '../../words/de'

export const fleetSentences: Pick<Writers, 'fleet-refused'> = {
  'fleet-refused': ({ fileName, field, reason }) => say(what(fileName, field, reason), todo(reason)),
}

const at = (fileName: string, field: string): string => (field === '' ? fileName : `${fileName}, Feld ${field}`)

function what(fileName: string, field: string, reason: FleetProblem): string {
  switch (reason.kind) {
    case 'json':
      return `${fileName} ist kein gültiges JSON: „${reason.quoted}“.`
    case 'zod':
      return `${at(fileName, field)}: Der Wert ist nicht erlaubt: „${reason.quoted}“.`
    case 'unknown-name':
      return `${at(fileName, field)}: Headroom kennt „${reason.value}“ nicht.`
    case 'no-memory':
      return `${at(fileName, field)}: Der Rechner hat weder eine GPU noch RAM.`
    case 'types-differ':
      return `${at(fileName, field)}: Diese Engine speichert K und V in einem Typ.`
    case 'weights-in-file':
      return `${at(fileName, field)}: Eine GGUF-Datei hat eigene Typen für ihre Gewichte.`
    case 'weights-unknown':
      return 'Die Breiten in der Konfiguration dieses Modells legen die Größe seiner Gewichte nicht fest.'
    case 'prefix-too-long':
      return `${at(fileName, field)}: Der gemeinsame Anfang ist länger als der Prompt.`
    case 'no-tokens':
      return `${at(fileName, field)}: Weder der Prompt noch die Antwort hat Tokens.`
  }
}

function todo(reason: FleetProblem): string {
  switch (reason.kind) {
    case 'json':
    case 'zod':
      return 'Korrigieren Sie die Datei. docs/fleet.md erklärt ihr Format.'
    case 'unknown-name':
      return `Möglich sind ${listed(reason.known)}. Für eine GPU oder eine Verbindung können Sie auch die Zahlen angeben.`
    case 'no-memory':
      return 'Geben Sie gpu an, oder ramGibibytes für einen Rechner, der auf der CPU rechnet.'
    case 'types-differ':
      return 'Geben Sie für key und value denselben Typ an.'
    case 'weights-in-file':
      return 'Entfernen Sie weights, oder planen Sie die config.json des Modells.'
    case 'weights-unknown':
      return 'Planen Sie eine GGUF-Datei des Modells, deren Tensoren bekannte Größen haben.'
    case 'prefix-too-long':
      return 'Der gemeinsame Anfang darf höchstens so viele Tokens haben wie der Prompt.'
    case 'no-tokens':
      return 'Geben Sie mindestens ein Token für den Prompt oder die Antwort an.'
  }
}
