import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatBytes } from '../../../text/amounts'
import { say, type Writers } from '../../types/sentence'
import { storeTroubleText } from './file-reasons'

const processedAgain = 'Nothing to do: it was set aside, and the prompt is processed again.'
const refusedSession: Readonly<Record<ErrorFacts<'session-refused'>['reason'], string>> = {
  incomplete: 'the file is not complete',
  damaged: 'the file is damaged, or was not written by this Headroom',
  'other-version': 'another version wrote it',
  'other-settings': 'it belongs to another model or other settings',
  'other-conversation': 'it belongs to another conversation',
  'outside-folder': 'it does not lie in the folder of saved caches',
}

export const storeSentences = {
  'conversation-not-found': () => say('This conversation no longer exists.', 'It was deleted; choose another one.'),
  'message-not-found': () => say('This message no longer exists.', 'Open the conversation again.'),
  'turn-not-found': () => say('This answer is no longer being written.', 'Open the conversation again to see it.'),
  'model-not-found': () => say('This model is no longer in the list.', 'Open its file again.'),
  'search-too-short': () => say('There is nothing to search for.', 'Write at least one letter or digit.'),
  'disk-full': ({ path }) => say(`The disk that holds ${path} is full.`, 'Free some space and try again. Nothing that was stored is lost.'),
  'store-failed': ({ path, reason }) =>
    say(
      `Headroom cannot write to ${path}. ${storeTroubleText(reason)}`,
      'Check the disk and the permissions of this folder, then try again.',
    ),
  'data-read-only': ({ path }) =>
    say(
      `The disk that holds ${path} is full. You can read and delete your conversations, but nothing new is stored.`,
      'Delete what you no longer need, here or elsewhere on this disk. Headroom stores again as soon as there is room.',
    ),
  'data-folder-gone': ({ path }) =>
    say(
      `The folder ${path} was removed or replaced while Headroom was running. Nothing is stored any more.`,
      'Export the conversations that you need from this window. Then put the folder back, or start Headroom again.',
    ),
  'file-not-deleted': ({ path, quoted }) =>
    say(
      `${path} could not be deleted. The system reports: “${quoted}”.`,
      'Everything else is deleted. Close the programs that use this file, then delete it yourself.',
    ),
  'data-folder-in-use': ({ path, by }) =>
    say(
      `Another Headroom${by === null ? '' : ` (${by.host === 'desktop' ? 'the desktop app' : 'in the browser'}, process ${by.processId})`} uses ${path}.`,
      'Use that one, close it first, or start this one with another folder (--data).',
    ),
  'data-from-newer-version': ({ path, found, known }) =>
    say(
      `${path} was written by a newer Headroom (format ${found}, this one knows ${known}).`,
      'Update Headroom, or start this one with another folder (--data).',
    ),

  'session-refused': ({ reason, detail }) => say(`The saved cache was not used: ${refusedSession[reason]} (${detail}).`, processedAgain),
  'session-not-held': () =>
    say(
      'The cache holds nothing of this conversation, so there is nothing to save.',
      'Go on with it first; its next answer fills the cache.',
    ),
  'session-private': () =>
    say('This conversation is private: nothing of its cache is written to the disk.', 'Begin an ordinary conversation to keep its cache.'),
  'session-over-budget': ({ neededBytes, budgetBytes }) =>
    say(
      `The cache of this conversation takes ${formatBytes(neededBytes)}, and saved caches may take ${formatBytes(budgetBytes)} together.`,
      'Allow more under Preferences, Saved caches, or choose smaller K and V types.',
    ),
  'session-not-enough-disk': ({ neededBytes, freeBytes }) =>
    say(
      `The cache was not saved: with what stays free for messages it needs ${formatBytes(neededBytes)}, and the disk has ${formatBytes(freeBytes)} free.`,
      'Free some room on it, or choose smaller K and V types. No message is lost.',
    ),
  'session-not-saved': ({ quoted }) =>
    say(`The cache was not saved. The error was: “${quoted}”.`, 'Try again. The last saved cache is still there, and no message is lost.'),
  'session-not-restored': ({ quoted }) => say(`llama.cpp refused the saved cache. It reports: “${quoted}”.`, processedAgain),
} satisfies Partial<Writers>
