import { formatMeasuredRate } from '../../../compare/statistics/format-rate'
import type { TuneProposal } from '../../../contract/compare/compare-runs'
import { formatCount } from '../../../text/amounts'
import { dateTime, tokens } from '../../words/en'

export const tune = {
  title: 'Tune',
  note: 'Tries threads, flash attention, batch and GPU layers on this machine for less than a minute, and proposes the fastest settings. K and V types stay as they are in the model’s settings.',
  depth: {
    label: 'Depth in tokens',
    meaning: 'How full the cache is when decode is measured: the fastest settings for an empty cache can be slow for a full one.',
  },
  start: 'Find the fastest settings',
  runTitle: (depth: number): string => `Fast settings at a depth of ${formatCount(depth)}`,
  found: (at: number, depth: number): string => `Found on ${dateTime(at)} at a depth of ${tokens(depth)}.`,
  showRun: 'Show its measurements',

  proposals: {
    title: 'Proposals',
    goals: { prefill: 'Fastest prefill', decode: 'Fastest decode' },
    unchanged: 'The current settings: no other settings were clearly faster.',
    rates({ tokensPerSecond, baseline, isFaster }: Pick<TuneProposal, 'tokensPerSecond' | 'baseline' | 'isFaster'>): string {
      const before = formatMeasuredRate(baseline.mean, baseline.deviation)
      return isFaster ? `${formatMeasuredRate(tokensPerSecond.mean, tokensPerSecond.deviation)}, up from ${before}` : before
    },
    use: 'Use for chat',
    inUse: 'In use for chat',
  },

  unfinished: 'The search did not finish, so it proposes nothing. Its measurements are below.',
  tried: {
    title: 'What was tried',
    note: '± is the standard deviation of the repetitions. Settings count as faster only if chance cannot explain the difference.',
    test: 'Test',
    settings: 'Settings',
    speed: 'Speed',
    repetitions: 'Repetitions',
    fastest: 'fastest',
    notMeasured: 'not measured',
  },
}
