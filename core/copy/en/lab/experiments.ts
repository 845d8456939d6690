import type { ExperimentName } from '../../../lab/experiments/experiment'
import { dateTime } from '../../words/en'
import { walls } from './walls'

export interface ExperimentTexts {
  readonly title: string
  readonly question: string
  /** Measured on two busy cores of a virtual machine. */
  readonly duration: string
}

const cards: Readonly<Record<ExperimentName, ExperimentTexts>> = {
  'naive-or-cached': {
    title: 'With and without a cache',
    question: 'Why is there a KV cache? The Lab writes an answer with a cache and without one; both answers must be the same.',
    duration: 'half a minute',
  },
  'grow-or-allocate': {
    title: 'Growing or pre-allocating',
    question:
      'Why is the memory allocated before the first token? The Lab writes into a cache that is copied whenever it grows, and into a pre-allocated one.',
    duration: 'a few seconds',
  },
  'attention-shapes': {
    title: 'MHA, GQA, MQA, MLA',
    question: 'What does one token cost in the cache under each kind of attention, for a model of the same width and depth?',
    duration: 'instant',
  },
  'eager-or-online': {
    title: 'All scores at once, or tile by tile',
    question: 'What does it cost to keep all attention scores in memory, as a policy that reads them must?',
    duration: 'about 20 seconds',
  },
  'attention-mass': {
    title: 'Where the attention goes',
    question:
      'How much of the attention goes to the top 20% of the cells? Eviction works only if these cells get most of it and stay the same.',
    duration: 'a few seconds',
  },
  policies: {
    title: 'Eviction policies',
    question:
      'How much quality is left if a cache may hold only a limited number of cells? The Lab runs every policy at several budgets, with the question seen and unseen.',
    duration: 'about 15 minutes',
  },
  'observation-window': {
    title: 'How many queries to observe',
    question:
      'SnapKV keeps what the last queries look at. How many queries does it need if the question is among them, and how many if it is not?',
    duration: 'about 2 minutes',
  },
  'kv-types': {
    title: 'Cache element types',
    question: 'What do fewer bits per element cost, in perplexity and in recalled facts?',
    duration: 'about 4 minutes',
  },
  reservations: {
    title: 'Reserving or paging',
    question: 'How much of a busy server’s memory holds tokens if requests reserve memory in advance, and if they take blocks one by one?',
    duration: 'a few seconds',
  },
  'page-sizes': {
    title: 'Block size',
    question: 'How much memory is wasted at the ends of sequences, and how long do the block tables become?',
    duration: 'a few seconds',
  },
  'compaction-cadence': {
    title: 'How often to compact',
    question: 'A pass after every token copies constantly; rare passes cause noticeable pauses. What does each cost?',
    duration: 'half a minute',
  },
  'prefix-sharing': {
    title: 'Sharing prefixes',
    question: 'How much of a conversation’s prompts is in the cache already, with blocks and pools of different sizes?',
    duration: 'a few seconds',
  },
  ...walls.cards,
}

export const experiments = {
  intro:
    'Each experiment runs on this machine, on one core and with the lowest priority, so the chat comes first. Its times are comparable only if nothing else runs. On the command line:',
  cards,
  run: 'Run',
  runAgain: 'Run again',
  runNamed: (title: string): string => `Run ${title}`,
  cancel: 'Cancel',
  csv: 'CSV',
  csvOf: (title: string): string => `${title} as CSV`,
  expectation: 'What to expect.',
  notes: 'Notes',
  searched: (at: number): string => `Searched on ${dateTime(at)}.`,
  changed: 'The model file has changed since then, so this result may no longer hold. Run the search again.',
  estimate: (value: string, low: string, high: string): string => `${value} (${low}–${high})`,
  yes: 'yes',
  no: 'no',
  barChart: (title: string, bars: readonly (readonly [name: string, value: string])[]): string =>
    `${title}: ${bars.map(([name, value]) => `${name} ${value}`).join(', ')}`,
}
