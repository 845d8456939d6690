/** Policies that read no signal: what stays is decided by position alone. */
import { ascending, range } from './choose'
import type { EvictionPolicy } from './policy'

/** Sinks of StreamingLLM; more than four change little. */
export const usualSinks = 4

export const fullCache: EvictionPolicy = {
  name: 'full',
  idea: 'Keeps everything: the reference.',
  signal: 'none',
  source: 'Vaswani et al., arXiv:1706.03762',
  savesMemory: false,
  leastTokens: 1,
  keep: (heads) => heads.map(({ positions }) => ascending(range(0, positions.length))),
}

export const slidingWindow: EvictionPolicy = {
  name: 'window',
  idea: 'Keeps the newest tokens.',
  signal: 'none',
  source: 'Beltagy et al., Longformer, arXiv:2004.05150',
  savesMemory: true,
  leastTokens: 1,
  keep: (heads, budget) => heads.map(({ positions: { length } }) => ascending(range(Math.max(0, length - budget), length))),
}

export const streamingLlm = (sinks: number = usualSinks): EvictionPolicy => ({
  name: 'streaming-llm',
  idea: `Keeps the first ${sinks} tokens, on which attention rests that has nowhere else to go, and the newest.`,
  signal: 'none',
  source: 'Xiao et al., StreamingLLM, arXiv:2309.17453',
  savesMemory: true,
  leastTokens: sinks + 1,
  keep: (heads, budget) =>
    heads.map(({ positions: { length } }) =>
      ascending(length <= budget ? range(0, length) : [...range(0, sinks), ...range(length - budget + sinks, length)]),
    ),
})
