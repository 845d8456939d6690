/** Tokens for a speed test: any do, and the same ones each time. Source: `test_prompt` in tools/llama-bench/llama-bench.cpp. */
import type { LlamaModel } from 'node-llama-cpp'

/** A BOS where the vocabulary wants one, then random tokens of the whole vocabulary. */
export function randomTokens(count: number, vocabularyTokens: number, model: LlamaModel): Uint32Array {
  let state = 1
  // Numerical Recipes' generator; its high bits are random enough for a benchmark.
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * vocabularyTokens)
  }
  const tokens = Uint32Array.from({ length: count }, next)
  const { bos, shouldPrependBosToken } = model.tokens
  if (count > 0 && shouldPrependBosToken && bos !== null) tokens[0] = bos
  return tokens
}
