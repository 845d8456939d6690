import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatBytes, formatCount } from '../../../text/amounts'
import { type Sentence, say, type Writers } from '../../types/sentence'

const unavailableUpdates: Readonly<Record<ErrorFacts<'update-unavailable'>['reason'], Sentence>> = {
  'no-source': say('This copy of Headroom does not know where newer versions are published.', 'Get one from where you got this one.'),
  'system-package': say('This copy was installed by the system’s packages.', 'Install the newer package the way you installed this one.'),
  portable: say('This copy is a portable one, which nothing replaces.', 'Get the newer one from where you got this one.'),
  'no-key': say('This copy was built without a key to check newer versions with.', 'Get the newer one from where you got this one.'),
  'cuda-variant': say(
    'This copy is the variant with CUDA, which does not replace itself.',
    'Get the newer one, which has “cuda” in its file’s name, from where you got this one.',
  ),
  'other-host': say('Only the desktop app can look for newer versions of itself.', 'Get one from where you got this one.'),
  'other-step': say('There is nothing to do that with yet.', 'Look for a newer version first.'),
}

const damagedUpdates: Readonly<Record<ErrorFacts<'update-damaged'>['reason'], string>> = {
  checksum: 'its checksum differs',
  signature: 'its signature is not that of this Headroom',
  changed: 'it was changed on this disk after it had come',
}

export const appSentences = {
  'shortcut-refused': ({ reason }) => say(reason, 'Choose another combination of keys.'),

  'updates-off': () => say('Looking for newer versions is switched off.', 'Switch it on in Preferences, Updates.'),
  'update-unavailable': ({ reason }) => unavailableUpdates[reason],
  'update-look-failed': ({ source, reason }) =>
    say(`${source} could not be asked for newer versions: ${reason}.`, 'Check the connection, then look again. Headroom goes on as it is.'),
  'update-fetch-failed': ({ version, reason }) =>
    say(`Version ${version} was not fetched: ${reason}.`, 'Try again. Headroom goes on as it is.'),
  'update-not-genuine': ({ version, source, reason }) =>
    say(
      `Version ${version} at ${source} ${reason === 'unsigned' ? 'is not signed' : 'is not signed by whoever published this copy'}.`,
      `Nothing was downloaded, and this version stays. If you trust ${source} all the same, get the newer one from there yourself.`,
    ),
  'update-damaged': ({ version, reason }) =>
    say(
      `What came as version ${version} is not what was published: ${damagedUpdates[reason]}.`,
      'It was thrown away. Try again later; if it happens again, tell whoever publishes Headroom.',
    ),
  'update-does-not-start': ({ version, reason }) =>
    say(`Version ${version} does not run on this machine: ${reason}.`, 'It was not installed. Headroom goes on as it is.'),
  'update-install-failed': ({ version, reason }) =>
    say(`Version ${version} was not installed: ${reason}.`, 'Headroom goes on as it is. Check the folder it lies in, then try again.'),

  'request-refused': ({ field, reason }) =>
    say(
      reason.kind === 'zod'
        ? `Headroom refused this value${field === '' ? '' : ` of ${field}`}: “${reason.quoted}”.`
        : `Headroom refused this request: it has more than ${formatCount(reason.mostValues)} values.`,
      'Nothing was changed. Enter another value and try again.',
    ),
  'system-error': ({ quoted }) =>
    say(
      `The operating system reported an error: “${quoted}”.`,
      'Make sure that it has open files, memory and disk space to spare, then try again.',
    ),
  'too-many-requests': ({ limit }) =>
    say(
      `This window already waits for ${formatCount(limit)} answers, the most that Headroom gives at once.`,
      'Wait for one of them, or reload the window, then try again.',
    ),
  'message-too-large': ({ sizeBytes, limitBytes }) =>
    say(
      `Nothing was sent: this takes ${formatBytes(sizeBytes)}, and a window can send at most ${formatBytes(limitBytes)} at once.`,
      'Shorten the text, or split it.',
    ),
  'not-on-this-host': ({ what }) => say(`${what} is not possible in the browser.`, 'Use the desktop app for it.'),
  'upload-refused': ({ name, reason }) => say(`${name} was not taken: ${reason}.`, 'Choose another file, or open it by its path.'),
} satisfies Partial<Writers>
