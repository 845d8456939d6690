import type { InstallTrouble, StartTrouble } from '../../../contract/errors/app-reasons'
import { formatShort } from '../../../text/number-language'

export function installTroubleText(trouble: InstallTrouble): string {
  switch (trouble.kind) {
    case 'no-versions':
      return 'The server has no list of versions.'
    case 'no-connection':
      return 'Headroom cannot connect to the server.'
    case 'status':
      return `The server returned HTTP status ${trouble.status}.`
    case 'electron-updater':
      return `The updater reports: “${trouble.quoted}”.`
    case 'disk-full':
      return 'The disk is full.'
    case 'folder-not-writable':
      return 'Headroom cannot write to the folder that contains the AppImage.'
    case 'system':
      return `The system reports: “${trouble.quoted}”.`
  }
}

/** "It" is the new version. */
export function startTroubleText(trouble: StartTrouble): string {
  switch (trouble.kind) {
    case 'not-ready':
      return `It did not start within ${formatShort(trouble.seconds, 1)} s.`
    case 'other-version':
      return 'It reports a different version.'
    case 'signal':
      return withOutput(`It was terminated by ${trouble.signal}.`, trouble.quoted)
    case 'code':
      return withOutput(
        trouble.code === null ? 'It ended without an exit code.' : `It ended with exit code ${trouble.code}.`,
        trouble.quoted,
      )
    case 'system':
      return `The system reports: “${trouble.quoted}”.`
  }
}

const withOutput = (sentence: string, quoted: string | null): string =>
  quoted === null ? sentence : `${sentence} It reported: “${quoted}”.`
