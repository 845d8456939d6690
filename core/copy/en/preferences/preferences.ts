import type { DataUsage } from '../../../contract/app/preferences'
import type { SessionUsage } from '../../../contract/cache/sessions'
import { formatBytes, formatCount } from '../../../text/amounts'
import { counted, languageName } from '../../words/en'
import { api } from './api'
import { updates } from './updates'

export const preferences = {
  title: 'Preferences',
  note: 'Changes apply at once in every window and stay on this machine.',

  appearance: {
    title: 'Appearance',
    /** An option for language, theme and numbers. */
    system: 'System',
    language: 'Language',
    languages: { en: 'English', de: 'Deutsch' },
    theme: 'Theme',
    themes: { light: 'Light', dark: 'Dark' },
    fontSize: 'Font size',
    fontSizeNote: 'Scales the whole window.',
    density: 'Density',
    densityNote: 'The space between rows and controls.',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
    numbers: 'Number format',
    languageName,
    numbersNote: 'For all figures, and for the numbers that you type.',
    motion: 'Animations are off if the system asks for reduced motion.',
  },

  conversations: {
    title: 'Conversations',
    start: 'When Headroom starts',
    startNote: 'The last conversation is at the top of the list.',
    starts: { new: 'A new conversation', last: 'The last conversation' },
    titles: 'Titles',
    titlesNote: 'Let the model write the title of a conversation after its first answer',
  },

  backends: {
    title: 'Graphics card',
    automatic: (backend: string): string => `Automatic choice: ${backend}`,
    probing: 'Checking…',
    /** If a GPU can be used. */
    other: 'You can choose another backend in the settings of each model.',
    probeAgain: 'Check again',
    list: 'Backends',
    footnote: 'At each start, Headroom tries each of them once in a separate process, so a crashing driver does no harm.',
    states: { fails: 'cannot be used', works: 'works', probing: 'checking…', unknown: 'not checked yet' },
    isAutomatic: 'automatic',
    inUse: 'in use',
    loadedOn: (backend: string): string => `The loaded model uses ${backend}`,
    loadOn: (backend: string): string => `Load it again on ${backend}`,
  },

  sessions: {
    title: 'Saved caches',
    copyLimit: 'Memory limit',
    copyLimitNote:
      'When you switch to another conversation, Headroom can keep a copy of what the model has read in this one. When you return, the model continues within milliseconds and does not have to read everything again. The copies take up memory, and are lost when the model is unloaded.',
    copyLimitLabel: 'Limit for copies in memory',
    copyLimitOption: (gibibytes: number): string => (gibibytes === 0 ? 'Keep no copies' : `${formatCount(gibibytes)} GiB`),
    limit: 'Disk space limit',
    limitNote:
      'Headroom saves the cache of a conversation, which is what the model has read in it, when another one takes its place and when you quit. The conversation then continues later without being read again. If space is short, the caches that save the least time for their size and use are removed first.',
    limitLabel: 'Limit for saved caches',
    limitOption: (gibibytes: number): string => (gibibytes === 0 ? 'Save no caches' : `${formatCount(gibibytes)} GiB`),
    inUse: 'In use',
    inUseNote: 'Saved caches on disk. Conversations that Headroom does not keep have no saved caches and no copies in memory.',
    usage({ bytes, sessions, setAside }: SessionUsage): string {
      const damaged = setAside === 0 ? '' : ` · ${formatCount(setAside)} damaged and set aside`
      return `${formatBytes(bytes)} · ${counted(sessions, 'cache', 'caches')}${damaged}`
    },
    removeAll: 'Remove all',
    removeTitle: 'Remove all saved caches?',
    removeText: 'No messages are lost. Each conversation processes its prompt again when you continue it.',
    removeNo: 'Keep them',
    removeYes: 'Remove all',
  },

  data: {
    title: 'Your data',
    folder: 'Folder',
    folderNote: 'All your data is in this folder and nowhere else.',
    openFolder: 'Open folder',
    conversations: 'Conversations and settings',
    usage({ databaseBytes, conversations, binned, compareRuns }: DataUsage): string {
      const deleted = binned === 0 ? '' : ` and ${formatCount(binned)} recently deleted`
      return `${formatBytes(databaseBytes)} · ${counted(conversations, 'conversation', 'conversations')}${deleted} · ${counted(compareRuns, 'benchmark', 'benchmarks')}`
    },
    models: 'Models in this folder',
    modelsNote: 'Downloaded, imported, or dropped on a browser window. Headroom reads other models where they are.',
    files: (bytes: number, files: number): string => `${formatBytes(bytes)} · ${counted(files, 'file', 'files')}`,
    free: 'Free on this disk',
  },

  deletion: {
    title: 'Delete everything',
    note: 'Deletes conversations, saved caches, benchmarks, settings, preferences, the access token, the keys and requests of the API server, the list of models, and the models in this folder. You cannot undo this.',
    open: 'Delete everything…',
    /** The user types these words, in any case. */
    words: 'delete everything',
    typeWords: (words: string): string =>
      `Type “${words}” to confirm. Downloaded and imported models are deleted too. Models outside this folder are not.`,
    no: 'Keep everything',
    yes: 'Delete everything now',
  },

  updates,
  api,

  shortcuts: {
    title: 'Keyboard shortcuts',
    note: 'Escape stops an answer or closes what is open.',
    sendKey: 'Send messages with',
    newLine: (keys: string): string => `${keys} starts a new line.`,
    none: 'none',
    change: (command: string, keys: string): string => `Change the shortcut for ${command} (${keys})`,
    press: 'Press the keys…',
    hint: 'Backspace removes the shortcut. Escape keeps it.',
    reset: 'Reset',
    resetAll: 'Reset all shortcuts',
  },
}
