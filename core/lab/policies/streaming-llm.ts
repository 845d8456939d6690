/** Keeps the first tokens (attention sinks) and the newest. */
import { ascending, newest, range } from '../selection/choose'
import type { EvictionPolicy } from '../selection/policy'

/** Sinks in StreamingLLM; more than four change little. */
const usualSinks = 4

export const streamingLlm = (sinks: number = usualSinks): EvictionPolicy => ({
  name: 'streaming-llm',
  idea: `Keeps the first ${sinks} tokens, on which attention rests that has nowhere else to go, and the newest. Models with trained sinks need no cells for that.`,
  signal: 'none',
  source: 'Xiao et al., StreamingLLM, arXiv:2309.17453',
  // mit-han-lab/streaming-llm, streaming_llm/pos_shift/modify_llama.py: key_position_ids = arange(kv_seq_len).
  departs:
    'The authors number the cells of the cache from 0 again at each step, so a text can be longer than the context; here a token keeps its position in the text, and the sinks move away.',
  savesMemory: true,
  leastTokens: sinks + 1,
  keep: (heads, budget) =>
    heads.map(({ positions: { length } }) =>
      ascending(length <= budget ? range(0, length) : [...range(0, sinks), ...newest(length, budget - sinks)]),
    ),
})
