import type { Interval } from '../../../stats/wilson'
import { formatCount, formatPercent } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'

interface Row {
  readonly name: string
  readonly text: string
}

const label = (what: string, rows: readonly Row[]): string => `${what}: ${rows.map(({ name, text }) => `${name} ${text}`).join(', ')}`

/** `note` is below the title, even in saved pictures. */
export const charts = {
  found: (found: number, trials: number): string => `${formatCount(found)} of ${formatCount(trials)}`,

  memory: {
    title: 'Cache memory',
    meaning: 'Bytes that llama.cpp allocated for all caches of a context. The dashed line is the planned size.',
    /** `cells` is null if the contexts differ in size. */
    note: (cells: number | null): string =>
      `Allocated bytes${cells === null ? '' : ` at ${formatCount(cells)} cells`}. They are exact, so there are no error bars. Dashed: planned.`,
    label: (rows: readonly Row[]): string => label('Cache memory', rows),
  },

  gaps: {
    title: 'Gaps between tokens',
    meaning: 'Inter-token latency: how evenly the tokens arrive. A long right arm means stutter that you notice while reading.',
    note: 'ITL in ms. Dot: half of the gaps are shorter. Bar: the middle 80%. Whiskers: the middle 98%.',
    label: (rows: readonly Row[]): string => label('Gaps between tokens, median', rows),
  },

  speed: {
    decode: {
      /** Used if only one depth was measured. */
      title: 'Decode',
      byDepth: 'Decode against depth',
      meaning: 'Tokens generated per second, by the number of tokens already in the cache: each new token attends to all of them.',
    },
    prefill: {
      title: 'Prefill',
      byDepth: 'Prefill against depth',
      meaning: 'Prompt tokens processed per second, by the number of tokens already in the cache.',
    },
    note: (test: string): string => `${test} in tok/s. Error bars: standard deviation; they end at 0.`,
    noteByDepth: (test: string): string =>
      `${test} in tok/s, by tokens already in the cache. Error bars: standard deviation; they end at 0.`,
    /** Follows the number of tokens. */
    depthUnit: 'tokens in the cache',
    label,
  },

  quality: {
    title: 'Quality',
    meaning: 'How far the predictions for the chosen text are from those of the reference.',
    choice: 'Quality figure',
    figures: {
      divergence: { name: 'KLD', note: 'Mean KLD from the reference, in nats. Error bars: standard error.' },
      top1: { name: 'Top-1', note: 'Tokens on which the setting and the reference agree, in %. Error bars: standard error.' },
      perplexity: {
        name: 'PPL',
        note: 'Perplexity of the text; the axis does not begin at 0. Error bars: standard error. Most of this error is the same for every setting because all settings read the same text.',
      },
    },
    label: (rows: readonly Row[]): string => label('Quality', rows),
  },

  passkey: {
    label: 'Passkeys by position',
    title: 'Passkeys found',
    meaning:
      'A number is hidden in a long text, and the model is asked for it. The table shows in how many of the trials it was found. With so few trials, error bars would say little.',
    note: 'By position in the text: 0% is its beginning, 100% its end.',
    place: (share: number): string => formatPercent(share),
  },

  suite: {
    title: 'Tool calls and JSON',
    label: 'Tool calls and JSON by setting',
    meaning:
      'Short prompts with a known correct answer. A quantized cache can break tool calls and JSON although the perplexity hardly changes. About a third of the prompts follow a longer conversation.',
    note: 'Counted at temperature 0, with the 95% interval of each share (Wilson).',
    columns: {
      rightTool: { name: 'Right tool', meaning: 'The first call of the answer names the right one of two to four tools.' },
      rightArguments: {
        name: 'Right arguments',
        meaning:
          'The call also has the right arguments and no others. Case does not matter, nor does a full stop or exclamation mark at the end.',
      },
      sameCall: {
        name: 'Same call as the reference',
        meaning: 'The same tool with the same arguments as with the first setting, or no call with either. The call can be wrong.',
      },
      valid: {
        name: 'Valid JSON',
        meaning: 'The model ends its answer, and the answer is JSON that matches the schema that the prompt describes.',
      },
      validWithGrammar: {
        name: 'Valid with a grammar',
        meaning:
          'The same with a grammar, which constrains the answer to the schema. Answers that are cut off at the token limit are not valid.',
      },
    },
    interval: ({ low, high }: Interval): string => `${formatPercent(low)} to ${formatPercent(high)}`,
  },

  cacheless: {
    title: 'With and without the cache',
    meaning:
      'Time for each token, by the length of the sequence. With the cache, only the new token is processed; without it, the whole sequence is processed again.',
    withCache: (setting: string): string => `${setting}, with cache`,
    withoutCache: (setting: string): string => `${setting}, without cache`,
    /** `differsFrom`: index of the first different token. */
    speedUp(setting: string, factor: number, differsFrom: number | null): string {
      const same =
        differsFrom === null ? 'with the same tokens' : `but the tokens differ, starting at token ${formatCount(differsFrom + 1)}`
      return `${setting}: ${formatNumber(factor, 1)} times as fast with the cache, ${same}.`
    },
    note: (speedUps: readonly string[]): string =>
      `ms per token, by tokens in the sequence. Each token is measured once, so there are no error bars. ${speedUps.join(' ')}`,
    lengthUnit: 'tokens',
  },
}
