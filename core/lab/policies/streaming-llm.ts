/**
 * What stays is decided by position alone: the first few, on which attention rests, and the newest. Unlike in the paper, a cell
 * keeps the position that its token has in the text: numbering them anew matters beyond the context that a model was trained for.
 */
import { ascending, newest, range } from './choose'
import type { EvictionPolicy } from './policy'

/** Sinks of StreamingLLM; more than four change little. */
const usualSinks = 4

export const streamingLlm = (sinks: number = usualSinks): EvictionPolicy => ({
  name: 'streaming-llm',
  idea: `Keeps the first ${sinks} tokens, on which attention rests that has nowhere else to go, and the newest. Models with trained sinks need no cells for that.`,
  signal: 'none',
  source: 'Xiao et al., StreamingLLM, arXiv:2309.17453',
  savesMemory: true,
  leastTokens: sinks + 1,
  keep: (heads, budget) =>
    heads.map(({ positions: { length } }) =>
      ascending(length <= budget ? range(0, length) : [...range(0, sinks), ...newest(length, budget - sinks)]),
    ),
})
