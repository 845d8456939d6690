import { formatBytes, formatCount } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import { counted, duration, tokens } from '../../words/en'

export interface FitFacts {
  readonly contextTokens: number
  readonly neededBytes: number
  readonly freeBytes: number
}

export interface DiskFacts {
  readonly freeBytes: number
  /** For the download, and for what Headroom leaves free. */
  readonly hasRoom: boolean
}

export const recommended = {
  title: 'Get a model that fits this computer',
  note: 'One click downloads it from Hugging Face, a public collection of models, and opens a chat. After that, it runs without the internet.',
  best: 'Recommended',
  bestMeaning:
    'The largest model for any task in this list that takes at most a third of this computer’s memory, so that other programs keep the rest. On a computer with few processor cores and no graphics card, its file has at most 3 GiB, because a larger model would write slowly.',
  showAll: (count: number): string => `Show all ${formatCount(count)} models`,
  showFewer: 'Show fewer models',
  nameMeaning: (parameters: number): string =>
    `The name of the model. B stands for billion: this model has learned ${formatShort(parameters / 1e9, 1)} billion numbers. More numbers make better answers, but a larger download and slower writing.`,
  /** `disk` is undefined until its free space is known. */
  size(bytes: number, disk: DiskFacts | undefined): string {
    const download = `${formatBytes(bytes)} download`
    if (!disk) return download
    return `${download}; your disk has ${disk.hasRoom ? 'room for it' : `only ${formatBytes(disk.freeBytes)} free`}`
  },
  sizeMeaning: (license: string, freeBytes: number | undefined): string =>
    `The size of the file that is downloaded once and then stays on your disk${freeBytes === undefined ? '' : `, where ${formatBytes(freeBytes)} is free now`}. Its license is ${license}; the page of the model on Hugging Face has its terms.`,
  /** 0 for less than 1. */
  speed: (wordsPerSecond: number): string =>
    wordsPerSecond === 0
      ? 'Writes less than 1 word a second here'
      : `Writes about ${counted(wordsPerSecond, 'word', 'words')} a second here`,
  speedMeaning:
    'Estimated from the measured speed of this computer’s memory, because the model reads nearly all of its file for each piece of a word. The real speed can be a third lower or higher. Three quarters of a word per token are assumed, as in English; other languages need more tokens.',
  measure: 'Estimate how fast these models write here',
  measureMeaning: 'Measures how fast this computer’s memory is. This takes a few seconds and makes no network request.',
  measuring: 'Measuring…',
  fits: ({ contextTokens, neededBytes, freeBytes }: FitFacts, details: boolean): string =>
    `Fits: uses ${formatBytes(neededBytes)} of ${formatBytes(freeBytes)} free${details ? `, with ${tokens(contextTokens)} of context` : ' memory'}`,
  shortNow: ({ neededBytes, freeBytes }: FitFacts): string =>
    `Needs ${formatBytes(neededBytes)}, ${formatBytes(freeBytes)} is free now: close other programs before you use it`,
  tooLarge: ({ neededBytes, freeBytes }: FitFacts): string =>
    `Does not fit: needs ${formatBytes(neededBytes)}, ${formatBytes(freeBytes)} is free`,
  fitMeaning: ({ contextTokens }: FitFacts): string =>
    `Calculated for the memory that is free now: the weights of the model, its cache in f16, and what llama.cpp needs to compute.${contextTokens > 0 ? ` It can then keep ${tokens(contextTokens)} of text in mind (its context). A token is a short word or a piece of a longer one.` : ''}`,
  get: 'Get it',
  getNamed: (name: string): string => `Get ${name}`,
  load: 'Chat with it',
  loadNamed: (name: string): string => `Chat with ${name}`,
  resume: 'Resume',
  tryAgain: 'Try again',
  tryAgainNamed: (name: string): string => `Try again to get ${name}`,
  progress: (name: string): string => `Download of ${name}`,
  stages: { waiting: 'Waiting…', running: 'Downloading…', verifying: 'Checking…', paused: 'Paused', failed: 'Stopped' },
  /** `secondsLeft` is null while it is unknown. */
  done: (doneBytes: number, totalBytes: number, secondsLeft: number | null): string =>
    `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}${secondsLeft === null ? '' : `, ${duration(secondsLeft)} left`}`,
  offline: (isForced: boolean): string =>
    isForced
      ? 'Downloads are switched off: Headroom was started with HEADROOM_OFFLINE, a setting that keeps it off the internet. Start it again without that setting, or open a model file (.gguf) that you already have.'
      : 'Downloads are switched off, because you set Headroom to offline. Go online, or open a model file (.gguf) that you already have.',
  goOnline: 'Go online',
  orFile: 'You already have a model?',
  goodAt: {
    'qwen3-0.6b': 'Very small. Short answers, summaries and tests, on any computer.',
    'gemma-3-1b': 'Small and quick. Everyday questions and rewriting texts.',
    'qwen3-1.7b': 'Small and quick. Can think before it answers.',
    'llama-3.2-3b': 'Chat and summaries, in eight languages. Long texts.',
    'gemma-3-4b': 'Good writing in many languages. Long texts.',
    'qwen3-4b': 'A good first model. Everyday questions and texts; thinks before it answers.',
    'qwen2.5-coder-7b': 'Writes and explains code.',
    'qwen3-8b': 'Hard questions, code and tools. Thinks before it answers.',
    'gemma-3-12b': 'Very good writing in many languages. Long texts.',
    'qwen3-14b': 'Harder questions, code and tools. Thinks before it answers.',
    'gpt-oss-20b': 'Hard questions that need thinking, and tools. Quick for its size.',
    'qwen3-30b-a3b': 'The strongest of this list, and quick for its size.',
  },
}
