import type { ComparePart } from '../../../contract/compare/compare-limits'

interface PartText {
  readonly name: string
  readonly meaning: string
}

export const parts: Readonly<Record<ComparePart, PartText>> = {
  speed: {
    name: 'Speed',
    meaning:
      'llama-bench’s tests: random tokens, without the time for tokenizing and sampling, with an optional warm-up. Repetitions alternate between the settings.',
  },
  latency: {
    name: 'Latency',
    meaning: 'Whole turns as in a chat: time to first token, gaps between tokens, and how many turns are within your limits.',
  },
  quality: {
    name: 'Quality',
    meaning: 'How far a setting’s predictions for a text are from those of the first setting. Both settings read the text in lockstep.',
  },
  passkey: { name: 'Passkey', meaning: 'Whether the model finds a number hidden in a long text.' },
  toolCalls: {
    name: 'Tool calls',
    meaning:
      'Whether the model calls the right tool with the right arguments, and whether its call is the same as with the first setting. The chat template must support tools.',
  },
  schemas: {
    name: 'JSON answers',
    meaning: 'Whether answers are complete and match a JSON schema, with and without a grammar.',
  },
  answers: {
    name: 'Side by side',
    meaning: 'The same prompt, answered by every setting at temperature 0. The first token that differs is marked.',
  },
  cacheless: {
    name: 'With and without cache',
    meaning: 'The same text, generated twice: with the cache, and by processing the whole sequence again for every token.',
  },
  tune: { name: 'Tuning', meaning: 'A speed test from a search for fast settings.' },
}
