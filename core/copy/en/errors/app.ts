import type { ShortcutProblem } from '../../../contract/errors/app-reasons'
import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatBytes, formatCount } from '../../../text/amounts'
import { type Sentence, say, type Writers } from '../../types/sentence'
import { commandNames } from '../preferences/commands'
import { uploadTroubleText } from '../reasons/files'
import { installTroubleText, startTroubleText } from '../reasons/updates'

const unavailableUpdates: Readonly<Record<ErrorFacts<'update-unavailable'>['reason'], Sentence>> = {
  'no-source': say('This build of Headroom cannot check for updates.', 'Download the new version from where you got this one.'),
  'system-package': say('The system’s package manager installed this version.', 'Install the new package in the same way.'),
  portable: say('This is a portable build, which does not update itself.', 'Download the new version from where you got this one.'),
  'no-key': say('This build has no key to verify updates.', 'Download the new version from where you got this one.'),
  'cuda-variant': say(
    'This is the CUDA build, which does not update itself.',
    'Download the new version from where you got this one. Its file name contains “cuda”.',
  ),
  'other-host': say('Only the desktop app can check for updates.', 'Download the new version from where you got this one.'),
  'other-step': say('No update has been found yet.', 'Check for updates first.'),
}

function damagedUpdate(version: string, reason: ErrorFacts<'update-damaged'>['reason']): string {
  switch (reason) {
    case 'checksum':
      return `The checksum of the downloaded version ${version} does not match the published one.`
    case 'signature':
      return `The downloaded version ${version} is not signed by the publisher of this build.`
    case 'changed':
      return `The downloaded version ${version} was changed on this disk.`
  }
}

const notInTheBrowser: Readonly<Record<ErrorFacts<'not-on-this-host'>['action'], string>> = {
  'file-dialog': 'A browser cannot show the file dialog of this machine.',
  'folder-dialog': 'A browser cannot show the folder dialog of this machine.',
  'show-file': 'A browser cannot show a file in its folder.',
  'open-folder': 'A browser cannot open a folder on this machine.',
}

function shortcutProblemText(problem: ShortcutProblem): Sentence {
  const { keys } = problem
  const another = 'Choose another shortcut.'
  switch (problem.kind) {
    case 'types-text':
      return say(`${keys} types text or moves the cursor.`, 'Add Ctrl, Cmd or Alt, or choose a function key.')
    case 'edits-text':
      return say(`${keys} is reserved for editing text.`, another)
    case 'sends-message':
      return say(`${keys} sends a message.`, another)
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

export const appSentences = {
  'shortcut-refused': ({ reason }) => shortcutProblemText(reason),

  'updates-off': () => say('Checking for updates is off.', 'Turn it on in Preferences, Updates.'),
  'update-unavailable': ({ reason }) => unavailableUpdates[reason],
  'update-look-failed': ({ source, reason }) =>
    say(
      `Headroom could not check for updates at ${source}. ${installTroubleText(reason)}`,
      'Check the connection, then try again. This version still works.',
    ),
  'update-fetch-failed': ({ version, reason }) =>
    say(`Version ${version} was not downloaded. ${installTroubleText(reason)}`, 'Try again. This version still works.'),
  'update-not-genuine': ({ version, source, reason }) =>
    say(
      reason === 'unsigned'
        ? `Version ${version} at ${source} is not signed.`
        : `Version ${version} at ${source} is not signed by the publisher of this build.`,
      `Nothing was downloaded. If you trust ${source}, download the new version from there yourself.`,
    ),
  'update-damaged': ({ version, reason }) =>
    say(
      damagedUpdate(version, reason),
      'The download was deleted. Try again later. If it happens again, report it to the publisher of Headroom.',
    ),
  'update-does-not-start': ({ version, reason }) =>
    say(
      `Version ${version} does not start on this machine. ${startTroubleText(reason)}`,
      'It was not installed. This version still works.',
    ),
  'update-install-failed': ({ version, reason }) =>
    say(
      `Version ${version} was not installed. ${installTroubleText(reason)}`,
      'This version still works. Check the folder of the app, then try again.',
    ),

  'request-refused': ({ field, reason }) =>
    say(
      reason.kind === 'zod'
        ? `Headroom refused this value${field === '' ? '' : ` for ${field}`}: “${reason.quoted}”.`
        : `Headroom refused this request: it has more than ${formatCount(reason.mostValues)} values.`,
      'Nothing has changed. Enter another value and try again.',
    ),
  'system-error': ({ quoted }) =>
    say(
      `The operating system reported an error: “${quoted}”.`,
      'Close other programs: memory or file handles may have run out. Also check the free disk space, then try again.',
    ),
  'too-many-requests': ({ limit }) =>
    say(
      `This window already has ${formatCount(limit)} pending requests, the most that Headroom accepts.`,
      'Wait for one of them, or reload the window. Then try again.',
    ),
  'message-too-large': ({ sizeBytes, limitBytes }) =>
    say(
      `Nothing was sent. The text takes ${formatBytes(sizeBytes)}, and a window can send at most ${formatBytes(limitBytes)} at once.`,
      'Shorten the text, or split it.',
    ),
  'not-on-this-host': ({ action }) => say(notInTheBrowser[action], 'Use the desktop app.'),
  'upload-refused': ({ name, reason }) =>
    say(
      `${name} was not uploaded. ${uploadTroubleText(reason)}`,
      {
        'split-model': 'Open its first part by its path.',
        'no-gguf-in-folder': 'Choose another folder, or a .gguf file.',
        'name-not-gguf': 'Choose another file, or open this one by its path.',
      }[reason.kind],
    ),
} satisfies Partial<Writers>
