import type { LlamaModel } from 'node-llama-cpp'

/** The same tokens each time, with BOS first if the vocabulary wants one. Source: `test_prompt` in tools/llama-bench/llama-bench.cpp. */
export function randomTokens(count: number, vocabularyTokens: number, model: LlamaModel): Uint32Array {
  let state = 1
  // The generator of Numerical Recipes; its high bits are random enough.
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * vocabularyTokens)
  }
  const tokens = Uint32Array.from({ length: count }, next)
  const { bos, shouldPrependBosToken } = model.tokens
  if (count > 0 && shouldPrependBosToken && bos !== null) tokens[0] = bos
  return tokens
}
