import { expect, it } from 'vitest'
import { fullPrecision, runIsolation } from './testing/run-isolation'

const models = ['llama-gqa', 'gemma3', 'falcon-h1', 'deepseek2-mla'].map(fullPrecision)

it('no conversation gets a cell of another one if a few random turns are interleaved', async () => {
  const { counts } = await runIsolation({ seconds: 0, rounds: 2, firstSeed: 0 }, models)
  expect(counts.get('copied')).toBeGreaterThanOrEqual(models.length)
  expect(counts.get('logits')).toBeGreaterThan(10)
})
