/**
 * In the Lab, a token keeps its position. The authors renumber positions at each step (mit-han-lab/streaming-llm,
 * streaming_llm/pos_shift/modify_llama.py).
 */
import { ascending, newest, range } from '../../selection/choose'
import type { EvictionPolicy } from '../../selection/policy'

/** The paper's number. */
export const usualSinks = 4

export const streamingLlm = (sinks: number = usualSinks): EvictionPolicy => ({
  name: 'streaming-llm',
  signal: 'none',
  source: 'Xiao et al., StreamingLLM, arXiv:2309.17453',
  savesMemory: true,
  leastTokens: sinks + 1,
  keep: (heads, budget) =>
    heads.map(({ positions: { length } }) =>
      ascending(length <= budget ? range(0, length) : [...range(0, sinks), ...newest(length, budget - sinks)]),
    ),
})
