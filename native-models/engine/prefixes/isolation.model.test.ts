import { expect, it } from 'vitest'
import { runIsolation } from './testing/run-isolation'

const kinds = ['pocket/pocket-f16', 'fixtures/gemma3', 'fixtures/falcon-h1', 'fixtures/deepseek2-mla']

it('no conversation gets a cell of another one if a few random turns are interleaved', async () => {
  const { counts } = await runIsolation({ seconds: 0, rounds: 2, firstSeed: 0 }, kinds)
  expect(counts.get('copied')).toBeGreaterThanOrEqual(kinds.length)
  expect(counts.get('logits')).toBeGreaterThan(10)
})
