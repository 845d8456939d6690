import { expect, it } from 'vitest'
import { failureOf } from '../../contract/errors/coded-error'
import type { ExperimentResult } from './experiment'
import { runPageSizes } from './page-sizes'

const column = (result: ExperimentResult, key: string) => result.rows.map((row) => row[key] as number)

it('paged memory wastes nothing with blocks of one token, and more with larger blocks', () => {
  const result = runPageSizes(7)
  const fragmentation = column(result, 'fragmentation')
  expect(fragmentation[0]).toBe(0)
  expect(fragmentation).toEqual(fragmentation.toSorted((a, b) => a - b))
  expect(column(result, 'blockTokens')).toContain(16)
})

it('the experiment on block sizes measures the requested sizes, and refuses a size that is too large', () => {
  expect(column(runPageSizes(7, [12, 24]), 'blockTokens')).toEqual([12, 24])
  try {
    runPageSizes(7, [16, 512])
    expect.unreachable()
  } catch (error) {
    expect(failureOf(error)).toEqual({ code: 'lab-block-too-large', facts: { blockTokens: 512, contextTokens: 2048 } })
  }
})
