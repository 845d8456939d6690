import type { LlamaModel } from 'node-llama-cpp'

/** Source: `test_prompt` in tools/llama-bench/llama-bench.cpp. */
export function randomTokens(count: number, vocabularyTokens: number, model: LlamaModel): Uint32Array {
  let state = 1
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * vocabularyTokens)
  }
  const tokens = Uint32Array.from({ length: count }, next)
  const { bos, shouldPrependBosToken } = model.tokens
  if (count > 0 && shouldPrependBosToken && bos !== null) tokens[0] = bos
  return tokens
}
