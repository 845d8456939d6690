import { expect, it } from 'vitest'
import { spansOf } from '../cells/testing/made-spans'
import { checkpointStops } from './checkpoint-stops'

/** The system prompt ends at 200 and the answer at 500. */
const spans = spansOf('t4 s196 t4 u56 t4 a236 t4 u196 t4')

it('checkpoints are taken at the ends of the system prompt, the last answer, and the prompt', () => {
  expect(checkpointStops(spans, 0, 703, 0)).toEqual([200, 500, 703])
})
it('checkpoints are taken only inside the processed part of the prompt', () => {
  expect(checkpointStops(spans, 500, 703, 500)).toEqual([703])
  expect(checkpointStops(spans, 260, 703, 200)).toEqual([500, 703])
})
it('a checkpoint is skipped if it is near the previous one', () => {
  expect(checkpointStops(spans, 650, 703, 650)).toEqual([])
  expect(checkpointStops(spansOf('u40'), 0, 39, 0)).toEqual([])
})
