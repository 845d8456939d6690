import type { InstallTrouble, ShortcutProblem, StartTrouble } from '../../../contract/errors/app-reasons'
import { formatShort } from '../../../text/number-language'
import { type Sentence, say } from '../../types/sentence'
import { commandNames } from '../preferences/commands'

export function shortcutProblemText(problem: ShortcutProblem): Sentence {
  const { keys } = problem
  const another = 'Choose another shortcut.'
  switch (problem.kind) {
    case 'types-text':
      return say(`${keys} types text or moves the cursor.`, 'Add Ctrl, Cmd or Alt, or choose a function key.')
    case 'edits-text':
      return say(`${keys} edits text.`, another)
    case 'zooms':
      return say(`${keys} changes the size of the text in the window.`, another)
    case 'closes-window':
      return say(`${keys} closes the window.`, another)
    case 'closes-app':
      return say(`${keys} quits the app.`, another)
    case 'of-browser':
      return say(`The browser uses ${keys} itself.`, another)
    case 'taken':
      return say(`“${commandNames[problem.command]}” uses ${keys}.`, 'Change that shortcut first, or choose another one.')
  }
}

/** "It" is the source of updates. */
export function installTroubleText(trouble: InstallTrouble): string {
  switch (trouble.kind) {
    case 'no-versions':
      return 'It has no list of versions.'
    case 'no-connection':
      return 'Headroom cannot connect to it.'
    case 'status':
      return `It returned HTTP status ${trouble.status}.`
    case 'electron-updater':
      return `The updater reports: “${trouble.quoted}”.`
    case 'disk-full':
      return 'The disk is full.'
    case 'folder-not-writable':
      return 'You do not have permission to write to the folder of the AppImage.'
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
      return 'It reports another version.'
    case 'signal':
      return withOutput(`${trouble.signal} ended it.`, trouble.quoted)
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
