import type { InstallTrouble, StartTrouble } from '../../../contract/errors/app-reasons'
import { formatShort } from '../../../text/number-language'

export function installTroubleText(trouble: InstallTrouble): string {
  switch (trouble.kind) {
    case 'no-versions':
      return 'Dort gibt es keine Liste der Versionen.'
    case 'no-connection':
      return 'Headroom kann keine Verbindung herstellen.'
    case 'status':
      return `Der Server antwortete mit dem HTTP-Status ${trouble.status}.`
    case 'electron-updater':
      return `Der Updater meldet: „${trouble.quoted}“.`
    case 'disk-full':
      return 'Der Datenträger ist voll.'
    case 'folder-not-writable':
      return 'Headroom kann nicht in den Ordner schreiben, der das AppImage enthält.'
    case 'system':
      return `Das System meldet: „${trouble.quoted}“.`
  }
}

export function startTroubleText(trouble: StartTrouble): string {
  switch (trouble.kind) {
    case 'not-ready':
      return `Sie war nach ${formatShort(trouble.seconds, 1)} s nicht bereit.`
    case 'other-version':
      return 'Sie meldet eine andere Version.'
    case 'signal':
      return withOutput(`Sie wurde durch ${trouble.signal} beendet.`, trouble.quoted)
    case 'code':
      return withOutput(
        trouble.code === null ? 'Sie endete ohne Exit-Code.' : `Sie endete mit dem Exit-Code ${trouble.code}.`,
        trouble.quoted,
      )
    case 'system':
      return `Das System meldet: „${trouble.quoted}“.`
  }
}

const withOutput = (sentence: string, quoted: string | null): string =>
  quoted === null ? sentence : `${sentence} Die Meldung war: „${quoted}“.`
