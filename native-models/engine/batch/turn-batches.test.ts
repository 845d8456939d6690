import type { Token } from 'node-llama-cpp'
import { expect, it } from 'vitest'
import type { SequenceState } from '../llama/llama-internals'
import { hasLogits, TurnBatches, type Work } from './turn-batches'

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

it('a prompt has logits only in the batch that evaluates its last token, and a single token is evaluated with the answers', async () => {
  const works: Work[] = []
  const turn = new TurnBatches({ batchTokens: 512, submit: (work) => works.push(work), leave: () => {} })
  const sampled: number[][] = []
  const sample = async (logits: Uint32Array) => void sampled.push([...logits])
  const evaluate = async (tokens: readonly number[], evaluated: number, logits: readonly number[]) => {
    const done = turn.prompt({} as SequenceState, tokens as readonly Token[], 4, sample)
    const work = works.at(-1) as Work
    await work.sample(Uint32Array.from(logits), Promise.resolve())
    work.resolve(undefined, evaluated)
    await done
    return { kind: work.kind, hasLogits: hasLogits({ work, tokens: evaluated }) }
  }
  expect(await evaluate([1, 2, 3, 4], 2, [])).toEqual({ kind: 'prompt', hasLogits: false })
  expect(await evaluate([3, 4], 1, [])).toEqual({ kind: 'prompt', hasLogits: false })
  expect(await evaluate([4], 1, [7])).toEqual({ kind: 'answer', hasLogits: true })
  expect(sampled).toEqual([[7]])
})
