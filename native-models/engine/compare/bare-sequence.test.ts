import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { BareSequence } from './bare-sequence'

function countingContext(onBatch: (batches: number) => void) {
  const sizes: number[] = []
  let last = 0
  const context = {
    initBatch: () => {},
    addToBatch: (_sequence: number, _from: number, tokens: Uint32Array, wanted: Uint32Array) => {
      last = tokens.length
      return wanted
    },
    decodeBatch: async () => {
      sizes.push(last)
      onBatch(sizes.length)
    },
  }
  const internals = { context, newSampler: () => ({}), sequence: () => ({ sequenceId: 0 }) }
  return { sizes, parts: { internals, sequences: [{}] } as never }
}

describe('BareSequence', () => {
  it('processes a prompt in batches, and computes the logits of its last token', async () => {
    const { sizes, parts } = countingContext(() => {})
    expect(await new BareSequence(parts).process(new Uint32Array(10), 0, 4, undefined)).toBe(1)
    expect(sizes).toEqual([4, 4, 2])
  })
  it('stops within one batch after it is aborted', async () => {
    const leaving = new AbortController()
    const { sizes, parts } = countingContext((batches) => {
      if (batches === 3) leaving.abort()
    })
    await expect(new BareSequence(parts).process(new Uint32Array(100), 0, 10, leaving.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(sizes).toHaveLength(3)
  })
  it('throws compare-task-failed if node-llama-cpp’s internals are not the expected ones', () => {
    try {
      new BareSequence({ internals: undefined, sequences: [] })
      expect.unreachable()
    } catch (error) {
      expect(failureOf(error)?.code).toBe('compare-task-failed')
    }
  })
})
