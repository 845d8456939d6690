/** Faults that the isolation test has to find. Each is what a real mistake in the engine would do to the cells or to the bookkeeping. */
import { describe, expect, it, vi } from 'vitest'
import { reconcileTokens } from '../prompt/reconcile-tokens'
import { SequenceRecord } from '../sequences/sequence-record'
import type { IsolationRun } from './testing/isolation-run'
import { fullPrecision, isolationKinds, withIsolation } from './testing/run-isolation'

vi.mock('../prompt/reconcile-tokens', async (importOriginal) => {
  const original = await importOriginal<typeof import('../prompt/reconcile-tokens')>()
  return { ...original, reconcileTokens: vi.fn(original.reconcileTokens) }
})

async function askAlone(run: IsolationRun, trunk: number, isPrivate = false): Promise<void> {
  await run.start(run.begin(isPrivate, trunk)).ended
}

const faulty = (name: string, use: (run: IsolationRun) => Promise<void>) =>
  withIsolation(fullPrecision(name), 1, async (run) => {
    run.watchesAll = true
    await use(run)
  })

describe('the isolation test finds', () => {
  it.each(isolationKinds)('one cell of %s that was computed from another token', async (name) => {
    await faulty(name, async (run) => {
      await askAlone(run, 1)
      await run.check()
      if (!run.watched) throw new Error('Expected watched logits')
      let left = 1
      // After the system prompt, so the cell is in the window of the answer.
      run.watched.fault = (tokens, from) =>
        from > 300 && tokens.length > 4 && left-- > 0 ? tokens.with(1, (tokens[0] as number) + 1) : tokens
      await askAlone(run, 2)
      expect(left).toBeLessThan(1)
      await expect(run.check()).rejects.toThrow('The logits of sequence')
    })
  })
  it('a token of another conversation that the bookkeeping takes for a part of the prompt', async () => {
    await faulty('llama-gqa', async (run) => {
      const original = vi.mocked(reconcileTokens).getMockImplementation() as typeof reconcileTokens
      vi.mocked(reconcileTokens).mockImplementation((cached, rendered, pieceOf) => {
        const right = original(cached, rendered, pieceOf)
        const { commonTokens, tokens } = right
        const foreign = cached[commonTokens]
        if (commonTokens < 100 || foreign === undefined || commonTokens + 1 >= tokens.length) return right
        return { ...right, tokens: tokens.with(commonTokens, foreign), commonTokens: commonTokens + 1 }
      })
      try {
        await askAlone(run, 0)
        await expect(run.check()).rejects.toThrow('A foreign token in the sequence of turn')
      } finally {
        vi.mocked(reconcileTokens).mockImplementation(original)
      }
    })
  })
  it('cells of a private conversation in the store', async () => {
    await faulty('llama-gqa', async (run) => {
      const isFindable = vi.spyOn(SequenceRecord.prototype, 'isFindable', 'get').mockReturnValue(true)
      try {
        await askAlone(run, 1, true)
        await expect(run.check()).rejects.toThrow('The store has the private conversation')
      } finally {
        isFindable.mockRestore()
      }
    })
  })
})
