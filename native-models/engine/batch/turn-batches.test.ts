import type { Token } from 'node-llama-cpp'
import { expect, it } from 'vitest'
import type { SequenceState } from '../llama/llama-internals'
import { TurnBatches, type Work } from './turn-batches'

it('tokens that a batch left out of a prompt are marked as its rest; the next prompt is not', async () => {
  const works: Work[] = []
  const turn = new TurnBatches({ batchTokens: 512, submit: (work) => works.push(work), leave: () => {} })
  const evaluate = async (tokens: readonly number[], evaluated: number) => {
    const done = turn.prompt({} as SequenceState, tokens as readonly Token[], 3)
    works.at(-1)?.resolve(undefined, evaluated)
    expect(await done).toBe(evaluated)
  }
  await evaluate([1, 2, 3], 2)
  await evaluate([3], 1)
  await evaluate([4, 5, 6], 3)
  expect(works.map(({ isRest }) => isRest)).toEqual([false, true, false])
})
