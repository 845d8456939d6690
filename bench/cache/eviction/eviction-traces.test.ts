import { expect, it } from 'vitest'
import { byLoss } from '../../../core/prefix/eviction-rule'
import { generatedTraces } from './generated-traces'
import { replay } from './replay'
import { lru } from './rival-rules'
import { numbersOf, type TraceRequest } from './trace'
import { requestsIn } from './trace-files'

const lines = (...entries: object[]) => entries.map((entry) => JSON.stringify(entry)).join('\n')
const shape = ({ atMs, conversation, prompt }: TraceRequest) => [atMs, conversation, numbersOf(prompt).length]

it("requestsIn reads Mooncake's blocks of 512 tokens, without the last one if it is not full, and finds conversations by their prefix", () => {
  const text = lines(
    { timestamp: 0, input_length: 1100, output_length: 10, hash_ids: [0, 1, 2] },
    { timestamp: 1000, input_length: 1024, output_length: 10, hash_ids: [0, 5] },
    { timestamp: 2000, input_length: 1600, output_length: 10, hash_ids: [0, 1, 3, 4] },
  )
  expect(requestsIn(text).map(shape)).toEqual([
    [0, '0', 64],
    [1000, '1', 64],
    [2000, '0', 96],
  ])
})
it("requestsIn reads Qwen's blocks of 16 tokens, and finds conversations by the parent", () => {
  const text = lines(
    { timestamp: 0.5, input_length: 32, output_length: 10, hash_ids: [7, 9], chat_id: 3, parent_chat_id: -1 },
    { timestamp: 2, input_length: 50, output_length: 10, hash_ids: [7, 9, 10, 11], chat_id: 4, parent_chat_id: 3 },
    { timestamp: 3, input_length: 70, output_length: 10, hash_ids: [7, 9, 10, 12, 13], chat_id: 5, parent_chat_id: 4 },
  )
  expect(requestsIn(text).map(shape)).toEqual([
    [500, '3', 2],
    [2000, '3', 3],
    [3000, '3', 4],
  ])
})
it.each(Object.entries(generatedTraces))('a generated trace is the same for the same seed: %s', (_, generate) => {
  expect(generate(1)).toEqual(generate(1))
  expect(generate(1)).not.toEqual(generate(2))
})
it('replay finds everything that was said before if everything is kept, and less with a small budget', () => {
  const trace = generatedTraces.documents(1)
  const all = replay(trace, { rule: lru(), budgetBytes: Number.POSITIVE_INFINITY, isShared: true })
  const seen = new Set<number>()
  let known = 0
  for (const { prompt, answer } of trace) {
    const numbers = numbersOf(prompt)
    // The last token is always processed.
    known += numbers.slice(0, -1).filter((number) => seen.has(number)).length
    for (const number of [...numbers, ...numbersOf([answer])]) seen.add(number)
  }
  expect(all.hitTokens).toBeLessThanOrEqual(known * 16)
  // If only a long file contains a short prefix, the prefix is processed instead of restored.
  expect(all.hitTokens).toBeGreaterThan(0.999 * known * 16)
  for (const rule of [lru(), byLoss]) {
    const budgetBytes = all.storedBytes / 10
    const some = replay(trace, { rule, budgetBytes, isShared: true })
    expect(some.storedBytes).toBeLessThanOrEqual(budgetBytes)
    expect(some.hitTokens).toBeLessThan(all.hitTokens)
    expect(some.hitTokens).toBeGreaterThan(0)
  }
})
