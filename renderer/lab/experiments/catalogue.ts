/** The question of each experiment for newcomers, and its duration on two busy cores of a virtual machine. */
import type { ExperimentName } from '../../../core/lab/experiments/experiment'

export interface CatalogueEntry {
  readonly title: string
  readonly question: string
  readonly duration: string
}

export const catalogue: Readonly<Record<ExperimentName, CatalogueEntry>> = {
  'naive-or-cached': {
    title: 'With and without a cache',
    question: 'Why is there a KV cache at all? The same answer is written with one and without, and must come out the same.',
    duration: 'half a minute',
  },
  'grow-or-allocate': {
    title: 'Growing or pre-allocating',
    question: 'Why is the memory taken before the first token? Inserts into a cache that is copied to grow, and into one that is there.',
    duration: 'a few seconds',
  },
  'attention-shapes': {
    title: 'MHA, GQA, MQA, MLA',
    question: 'What does one token cost in the cache under each kind of attention, for a model of the same width and depth?',
    duration: 'at once',
  },
  'eager-or-online': {
    title: 'All scores at once, or tile by tile',
    question: 'What does it cost to have all attention scores in memory, as policies that look at them need?',
    duration: 'about 20 seconds',
  },
  policies: {
    title: 'Eviction policies',
    question: 'How much quality is left when a cache may hold only so many cells? Every policy at several budgets.',
    duration: 'about 8 minutes',
  },
  'kv-types': {
    title: 'Types of the cache’s elements',
    question: 'What do fewer bits per element cost, in perplexity and in facts that are recalled?',
    duration: 'about 2 minutes',
  },
  reservations: {
    title: 'Reserving or paging',
    question: 'How much of the memory of a busy server holds tokens, when requests reserve it and when they take blocks?',
    duration: 'a few seconds',
  },
  'page-sizes': {
    title: 'Size of a block',
    question: 'How much is wasted at the ends of sequences, and how long do the tables become?',
    duration: 'a few seconds',
  },
  'compaction-cadence': {
    title: 'How often to compact',
    question: 'A pass after every token copies all the time, a rare one is felt as a pause. What does each cost?',
    duration: 'half a minute',
  },
  'prefix-sharing': {
    title: 'Sharing beginnings',
    question: 'How much of a conversation’s prompts is in the cache already, by block size and by size of the pool?',
    duration: 'a few seconds',
  },
}
