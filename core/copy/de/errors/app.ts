import type { ShortcutProblem } from '../../../contract/errors/app-reasons'
import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatBytes, formatCount } from '../../../text/amounts'
import { type Sentence, say, type Writers } from '../../types/sentence'
import { commandNames } from '../preferences/commands'
import { uploadTroubleText } from '../reasons/files'
import { installTroubleText, startTroubleText } from '../reasons/updates'

const download = 'Laden Sie die neue Version dort herunter, woher Sie diese haben.'
const unavailableUpdates: Readonly<Record<ErrorFacts<'update-unavailable'>['reason'], Sentence>> = {
  'no-source': say('Dieser Build von Headroom kann nicht nach Updates suchen.', download),
  'system-package': say(
    'Die Paketverwaltung des Systems hat diese Version installiert.',
    'Installieren Sie das neue Paket auf demselben Weg.',
  ),
  portable: say('Das ist ein portabler Build, der sich nicht selbst aktualisiert.', download),
  'no-key': say('Dieser Build hat keinen Schlüssel, um Updates zu prüfen.', download),
  'cuda-variant': say('Das ist der CUDA-Build, der sich nicht selbst aktualisiert.', `${download} Ihr Dateiname enthält „cuda“.`),
  'other-host': say('Nur die Desktop-App kann nach Updates suchen.', download),
  'other-step': say('Es wurde noch kein Update gefunden.', 'Suchen Sie zuerst nach Updates.'),
}

function damagedUpdate(version: string, reason: ErrorFacts<'update-damaged'>['reason']): string {
  switch (reason) {
    case 'checksum':
      return `Die Prüfsumme der heruntergeladenen Version ${version} ist nicht die veröffentlichte.`
    case 'signature':
      return `Die heruntergeladene Version ${version} ist nicht vom Herausgeber dieses Builds signiert.`
    case 'changed':
      return `Die heruntergeladene Version ${version} wurde auf diesem Datenträger verändert.`
  }
}

const notInTheBrowser: Readonly<Record<ErrorFacts<'not-on-this-host'>['action'], string>> = {
  'file-dialog': 'Ein Browser kann den Dateidialog dieses Geräts nicht zeigen.',
  'folder-dialog': 'Ein Browser kann den Ordnerdialog dieses Geräts nicht zeigen.',
  'show-file': 'Ein Browser kann eine Datei nicht in ihrem Ordner zeigen.',
  'open-folder': 'Ein Browser kann keinen Ordner dieses Geräts öffnen.',
}

function shortcutProblemText(problem: ShortcutProblem): Sentence {
  const { keys } = problem
  const another = 'Wählen Sie ein anderes Tastenkürzel.'
  switch (problem.kind) {
    case 'types-text':
      return say(
        `${keys} schreibt Text oder bewegt die Einfügemarke.`,
        'Nehmen Sie Strg, Cmd oder Alt hinzu, oder wählen Sie eine Funktionstaste.',
      )
    case 'edits-text':
      return say(`${keys} bearbeitet Text.`, another)
    case 'sends-message':
      return say(`${keys} sendet eine Nachricht.`, another)
    case 'zooms':
      return say(`${keys} ändert die Größe der Schrift im Fenster.`, another)
    case 'closes-window':
      return say(`${keys} schließt das Fenster.`, another)
    case 'closes-app':
      return say(`${keys} beendet die App.`, another)
    case 'of-browser':
      return say(`Der Browser verwendet ${keys} selbst.`, another)
    case 'taken':
      return say(
        `„${commandNames[problem.command]}“ verwendet ${keys}.`,
        'Ändern Sie zuerst dessen Tastenkürzel, oder wählen Sie ein anderes.',
      )
  }
}

const stillWorks = 'Diese Version funktioniert weiter.'

export const appSentences = {
  'shortcut-refused': ({ reason }) => shortcutProblemText(reason),

  'updates-off': () => say('Die Suche nach Updates ist aus.', 'Schalten Sie sie unter Optionen, Updates ein.'),
  'update-unavailable': ({ reason }) => unavailableUpdates[reason],
  'update-look-failed': ({ source, reason }) =>
    say(
      `Headroom konnte bei ${source} nicht nach Updates suchen. ${installTroubleText(reason)}`,
      `Prüfen Sie die Verbindung, und versuchen Sie es dann erneut. ${stillWorks}`,
    ),
  'update-fetch-failed': ({ version, reason }) =>
    say(`Version ${version} wurde nicht heruntergeladen. ${installTroubleText(reason)}`, `Versuchen Sie es erneut. ${stillWorks}`),
  'update-not-genuine': ({ version, source, reason }) =>
    say(
      reason === 'unsigned'
        ? `Version ${version} bei ${source} ist nicht signiert.`
        : `Version ${version} bei ${source} ist nicht vom Herausgeber dieses Builds signiert.`,
      `Es wurde nichts heruntergeladen. Wenn Sie ${source} vertrauen, laden Sie die neue Version dort selbst herunter.`,
    ),
  'update-damaged': ({ version, reason }) =>
    say(
      damagedUpdate(version, reason),
      'Der Download wurde gelöscht. Versuchen Sie es später erneut. Wenn es wieder passiert, melden Sie es dem Herausgeber von Headroom.',
    ),
  'update-does-not-start': ({ version, reason }) =>
    say(`Version ${version} startet auf diesem Gerät nicht. ${startTroubleText(reason)}`, `Sie wurde nicht installiert. ${stillWorks}`),
  'update-install-failed': ({ version, reason }) =>
    say(
      `Version ${version} wurde nicht installiert. ${installTroubleText(reason)}`,
      `${stillWorks} Prüfen Sie den Ordner der App, und versuchen Sie es dann erneut.`,
    ),

  'request-refused': ({ field, reason }) =>
    say(
      reason.kind === 'zod'
        ? `Headroom hat diesen Wert${field === '' ? '' : ` von ${field}`} abgelehnt: „${reason.quoted}“.`
        : `Headroom hat diese Anfrage abgelehnt: Sie hat mehr als ${formatCount(reason.mostValues)} Werte.`,
      'Es hat sich nichts geändert. Geben Sie einen anderen Wert ein, und versuchen Sie es erneut.',
    ),
  'system-error': ({ quoted }) =>
    say(
      `Das Betriebssystem meldet einen Fehler: „${quoted}“.`,
      'Schließen Sie andere Programme, um Speicher und offene Dateien freizugeben, und prüfen Sie den freien Platz auf dem Datenträger. Versuchen Sie es dann erneut.',
    ),
  'too-many-requests': ({ limit }) =>
    say(
      `Dieses Fenster wartet schon auf ${formatCount(limit)} Anfragen. Mehr nimmt Headroom nicht an.`,
      'Warten Sie auf eine davon, oder laden Sie das Fenster neu. Versuchen Sie es dann erneut.',
    ),
  'message-too-large': ({ sizeBytes, limitBytes }) =>
    say(
      `Es wurde nichts gesendet. Der Text braucht ${formatBytes(sizeBytes)}, und ein Fenster kann höchstens ${formatBytes(limitBytes)} auf einmal senden.`,
      'Kürzen Sie den Text, oder teilen Sie ihn auf.',
    ),
  'not-on-this-host': ({ action }) => say(notInTheBrowser[action], 'Verwenden Sie die Desktop-App.'),
  'upload-refused': ({ name, reason }) =>
    say(
      `${name} wurde nicht hochgeladen. ${uploadTroubleText(reason)}`,
      {
        'split-model': 'Öffnen Sie den ersten Teil über seinen Pfad.',
        'no-gguf-in-folder': 'Wählen Sie einen anderen Ordner oder eine .gguf-Datei.',
        'name-not-gguf': 'Wählen Sie eine andere Datei, oder öffnen Sie diese über ihren Pfad.',
      }[reason.kind],
    ),
} satisfies Partial<Writers>
