import { testName } from '../../../core/compare/test-name'
import type { ComparePart } from '../../../core/contract/compare/compare-limits'
import type { CompareTask } from '../../../core/contract/compare/compare-tasks'
import type { PartName } from './comparison-setup'

export const partTexts: Readonly<Record<PartName, { readonly name: string; readonly meaning: string }>> = {
  speed: {
    name: 'Speed',
    meaning:
      'llama-bench’s tests: random tokens, no tokeniser and no sampling in the time, with a warm-up, repeated in turn across settings.',
  },
  latency: {
    name: 'Latency',
    meaning: 'Whole turns as in a chat: time to the first token, gaps between tokens, and how many turns keep to your limits.',
  },
  quality: {
    name: 'Quality',
    meaning: 'How far the predictions for a text move from those of the first setting. Both read the same text in lockstep.',
  },
  passkey: { name: 'Passkey', meaning: 'Whether a number that stands somewhere in a long text is found again.' },
  answers: {
    name: 'Side by side',
    meaning: 'The same prompt answered by every setting at temperature 0, with the first token that differs.',
  },
  cacheless: {
    name: 'With and without cache',
    meaning: 'The same text written once with the cache, and once by reading everything again for every token.',
  },
}

export const cellName = (part: ComparePart, task: CompareTask): string =>
  task.kind === 'speed' ? testName(task.test) : part === 'tune' ? 'tuning' : partTexts[part].name.toLowerCase()
