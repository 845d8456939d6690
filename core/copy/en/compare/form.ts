import { formatCount, formatDuration } from '../../../text/amounts'
import { counted, day } from '../../words/en'

export const form = {
  title: 'New comparison',
  presets: {
    quick: { name: 'Quick', meaning: 'A few tests, three repetitions, part of the text' },
    thorough: {
      name: 'Thorough',
      meaning: 'All parts (tool calls only if the model is loaded and supports tools), more depths, five repetitions, the whole text',
    },
  },
  model: {
    title: 'Model',
    label: 'Model to measure',
    placeholder: 'Choose a model',
    missing: 'Its file has moved or was deleted.',
    notNeeded: 'All settings are on servers, so no model is loaded on this machine.',
  },
  runTitle: { label: 'Title', meaning: 'The name of the run in the list. If empty, the run is named after its settings.' },
  defaultTitle: (names: readonly string[], others: number): string =>
    others === 0 ? names.join(', ') : `${names.join(', ')} and ${formatCount(others)} more`,
  partsTitle: 'What to measure',

  start: 'Start',
  busy: 'Another benchmark is running. Only one can run at a time.',
  measurements: (count: number): string => `${counted(count, 'measurement', 'measurements')}.`,
  refused: (settings: number): string =>
    `${counted(settings, 'setting', 'settings')} cannot work with this model and will be marked as failed.`,
  durationUnknown: 'The duration can be estimated after the first measurement of this model on this machine.',
  durationOfServers: 'How long the servers take cannot be estimated.',
  notOnServers: 'Not measured on servers.',
  /** `prefill`, `decode`: tokens per second. `runs`: how many earlier runs corrected the estimate. */
  duration: (
    seconds: number,
    { prefill, decode, at, runs }: { readonly prefill: number; readonly decode: number; readonly at: number; readonly runs: number },
  ): string =>
    `About ${formatDuration(seconds)} at ${formatCount(prefill)} tok/s prefill and ${formatCount(decode)} tok/s decode, as measured on ${day(at)}, ${runs === 0 ? 'plus the time to load the model' : `corrected by how long ${runs === 1 ? 'the last comparison' : `the last ${formatCount(runs)} comparisons`} of this model took`}.`,
}

export const problems = {
  noModel: 'Choose a model.',
  noParts: 'Choose at least one part to measure.',
  nothingOnServers:
    'On servers, Headroom measures Latency, Passkey, Tool calls, JSON answers and Side by side. Turn on at least one of them.',
  noServer: 'Choose a server and a model for each setting on a server.',
  noNewWords: 'Enter at least 1 new word per turn: a server would answer a repeated prompt from its cache.',
  noPrompt: 'Enter a prompt.',
  noPrompts: 'Enter at least one prompt. Put each prompt on its own line.',
  tooManyPrompts: (prompts: number, most: number): string =>
    `There are ${formatCount(prompts)} prompts. One run can answer up to ${formatCount(most)}.`,
  noText: 'Choose a text.',
  emptyText: 'Paste a text, or drop a .txt file here.',
  notText: (name: string): string => `${name} is not plain text.`,

  noTests: 'Enter at least one test, such as pp512 or tg128.',
  notTest: (word: string): string =>
    `“${word}” is not a test. Enter pp512 to process 512 tokens, tg128 to generate 128 tokens, or pp512+tg128 for both.`,
  tooManyTokens: (word: string, most: number): string => `“${word}” has more than ${formatCount(most)} tokens.`,
  notNumber: (list: NumberList, word: string, least: number, most: number): string =>
    `${lists[list]} must be whole numbers from ${formatCount(least)} to ${formatCount(most)}; “${word}” is not one.`,
  noNumbers: (list: NumberList): string => `${lists[list]}: enter at least one number.`,
  notType: (word: string, types: readonly string[]): string => `“${word}” is not a cache type. Choose from ${types.join(', ')}.`,
  notFlashMode: (word: string, modes: readonly string[]): string =>
    `“${word}” is not a mode of flash attention. Choose from ${modes.join(', ')}.`,
  tooManySettings: (settings: number, most: number): string =>
    `This makes ${formatCount(settings)} settings. One table shows up to ${formatCount(most)}: leave some out.`,
}

const lists = {
  depths: 'Depths',
  places: 'Positions',
  contexts: 'Contexts',
  threads: 'Threads',
  batches: 'Batches',
  gpuLayers: 'GPU layers',
}
type NumberList = keyof typeof lists
