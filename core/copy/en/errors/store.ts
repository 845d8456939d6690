import { formatBytes } from '../../../text/amounts'
import { say, type Writers } from '../../types/sentence'
import { tokens } from '../../words/en'
import { storeTroubleText } from '../reasons/files'
import { sessionRefusalText } from '../reasons/sessions'

const processedAgain = 'You do not need to do anything: Headroom sets the saved cache aside and processes the prompt again.'

const hosts = { desktop: 'the desktop app', web: 'in the browser', 'command-line': 'on the command line' }

export const storeSentences = {
  'conversation-not-found': () => say('This conversation no longer exists.', 'It was deleted. Choose another one.'),
  'folder-not-found': () => say('This folder no longer exists.', 'It was deleted. Choose another one.'),
  'message-not-found': () => say('This message no longer exists.', 'Open the conversation again.'),
  'turn-not-found': () => say('This answer is no longer being generated.', 'Open the conversation again to see it.'),
  'model-not-found': () => say('This model is no longer in the list.', 'Open its file again.'),
  'search-too-short': () => say('The search is empty.', 'Enter at least one character.'),
  'disk-full': ({ path }) => say(`The disk that holds ${path} is full.`, 'Free some space and try again. No stored data is lost.'),
  'store-failed': ({ path, reason }) =>
    say(
      `Headroom cannot write to ${path}. ${storeTroubleText(reason)}`,
      'Check the disk and the permissions of this folder, then try again.',
    ),
  'data-read-only': ({ path }) =>
    say(
      `The disk that holds ${path} is full. You can read and delete your conversations, but nothing new is stored.`,
      'Delete what you no longer need, here or elsewhere on this disk. Headroom starts saving again when there is free space.',
    ),
  'data-folder-gone': ({ path }) =>
    say(
      `The folder ${path} was removed or replaced while Headroom was running. Headroom no longer stores anything.`,
      'Export the conversations that you need from this window. Then restore the folder, or restart Headroom.',
    ),
  'file-not-deleted': ({ path, quoted }) =>
    say(
      `${path} could not be deleted. The system reports: “${quoted}”.`,
      'Everything that could be deleted was deleted. Close the programs that use this file, then try again.',
    ),
  'data-folder-in-use': ({ path, by }) =>
    say(
      `Another Headroom${by === null ? '' : ` (${hosts[by.host]}, process ${by.processId})`} is using ${path}.`,
      'Use the other one, close it first, or start this one with another folder (--data).',
    ),
  'data-from-newer-version': ({ path, found, known }) =>
    say(
      `${path} was written by a newer Headroom (format ${found}, this version supports ${known}).`,
      'Update Headroom, or start this version with another folder (--data).',
    ),

  'session-refused': ({ reason }) => say(`The saved cache was not used. ${sessionRefusalText(reason)}`, processedAgain),
  'session-not-held': () =>
    say(
      'The cache contains nothing from this conversation, so there is nothing to save.',
      'Continue the conversation first. Its next answer fills the cache.',
    ),
  'session-private': () =>
    say(
      'Headroom does not keep this conversation, so its cache is never written to the disk.',
      'Start an ordinary conversation to keep its cache.',
    ),
  'session-over-budget': ({ neededBytes, budgetBytes }) =>
    say(
      `The cache of this conversation takes ${formatBytes(neededBytes)}, and all saved caches together may take at most ${formatBytes(budgetBytes)}.`,
      'Allow more under Preferences, Saved caches, or choose smaller K and V types.',
    ),
  'session-pins-fill-budget': ({ neededBytes, pinnedBytes, budgetBytes }) =>
    say(
      `The cache was not saved. It takes ${formatBytes(neededBytes)}, and pinned prefixes take ${formatBytes(pinnedBytes)} of the ${formatBytes(budgetBytes)} for saved caches.`,
      'Unpin a prefix in the cache store, or allow more under Preferences, Saved caches.',
    ),
  'session-not-enough-disk': ({ neededBytes, freeBytes }) =>
    say(
      `The cache was not saved. It needs ${formatBytes(neededBytes)}, including the space that stays reserved for messages. The disk has ${formatBytes(freeBytes)} free.`,
      'Free some disk space, or choose smaller K and V types. No message is lost.',
    ),
  'session-not-saved': ({ quoted }) =>
    say(
      `The cache was not saved. The error was: “${quoted}”.`,
      'Try again. A cache that was saved earlier is kept, and no message is lost.',
    ),
  'session-not-restored': ({ quoted }) => say(`llama.cpp refused the saved cache. It reports: “${quoted}”.`, processedAgain),
  'prefix-not-found': () =>
    say('This prefix is no longer stored. It was evicted or removed.', 'The list in the cache store shows what is stored now.'),
  'prefix-too-short': ({ tokens: found, leastTokens }) =>
    say(
      `This prefix has only ${tokens(found)}. A prefix of up to ${tokens(leastTokens)} is not kept, because it takes as long to copy as to process.`,
      'You do not need to do anything: Headroom processes it with your next message.',
    ),
  'prefix-not-usable': ({ reason }) =>
    reason === 'other-settings'
      ? say(
          'This prefix was saved with another model or with other settings, so it does not fit the loaded model.',
          'Load the model with the settings that it was saved with.',
        )
      : reason === 'image'
        ? say('An image cannot be processed before its message is sent.', 'Choose a document with text.')
        : say('This prefix belongs to no conversation, so it cannot be saved or named.', 'Choose the prefix of a conversation.'),
} satisfies Partial<Writers>
