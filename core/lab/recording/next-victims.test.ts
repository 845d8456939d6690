import { expect, it } from 'vitest'
import { h2o } from '../policies/attention/h2o'
import { scissorhands } from '../policies/attention/scissorhands'
import { fullCache } from '../policies/blind/full-cache'
import { slidingWindow } from '../policies/blind/sliding-window'
import { streamingLlm } from '../policies/blind/streaming-llm'
import { quest } from '../policies/keys/quest'
import { headCells } from '../selection/testing/head-cells'
import { nextVictims } from './next-victims'
import { weightByte, weightOfByte } from './weight-bytes'

const head = headCells(8, { cumulativeAttention: [3, 9, 2, 0.5, 1, 0.8, 0.7, 0.6] })
const next = (policy: Parameters<typeof nextVictims>[0], count: number) => nextVictims(policy, [head], 0, count)

it('the next victims of a window are its oldest cells, and those of StreamingLLM are the oldest cells after the sinks', () => {
  expect(next(slidingWindow, 2)).toEqual([0, 1])
  expect(next(streamingLlm(), 2)).toEqual([4, 5])
})
it('the next victims of H2O are the older cells with the least attention; the 6 cells that stay include the 3 newest', () => {
  expect(next(h2o, 2)).toEqual([3, 4])
})
it('nextVictims returns fewer cells if the policy must keep some, and none if it never evicts', () => {
  expect(next(streamingLlm(), 100)).toEqual([4, 5, 6])
  // Scissorhands always keeps the last 10 cells.
  expect(next(scissorhands, 2)).toEqual([])
  expect(next(fullCache, 2)).toEqual([])
  expect(next(quest, 2)).toEqual([])
})

it('a weight stored as a byte is accurate to a hundredth if it is large, and differs from zero if it is small', () => {
  expect([0, 1].map(weightByte)).toEqual([0, 255])
  expect(weightOfByte(weightByte(0.25))).toBeCloseTo(0.25, 2)
  expect(weightByte(0.0001)).toBe(3)
})
