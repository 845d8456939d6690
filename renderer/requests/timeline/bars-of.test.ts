import { expect, it } from 'vitest'
import { requestRecord } from '../../../core/requests/testing/records'
import { lanesOf, spanOf } from './bars-of'

const at = 1_000_000

it('puts each request on the lane of its sequence, with its waiting, prefill and decode', () => {
  const times = { ttftMs: 400, queueMs: 100, tokeniseMs: 50, prefillMs: 200, firstTokenMs: 50, totalMs: 1000 }
  const records = [
    requestRecord({ id: 'a', sequence: 1, receivedAtMs: at, endedAtMs: at + 1000, times }),
    requestRecord({ id: 'b', sequence: 0, receivedAtMs: at, endedAtMs: at + 10, times }),
    requestRecord({ id: 'c', sequence: null, receivedAtMs: at, endedAtMs: null, times: null, state: 'waiting' }),
    requestRecord({ id: 'd', sequence: null, state: 'failed' }),
  ]
  const lanes = lanesOf(records, at + 2000)
  expect(lanes.map(({ sequence, bars }) => [sequence, ...bars.map(({ record }) => record.id)])).toEqual([
    [0, 'b'],
    [1, 'a'],
    [null, 'c'],
  ])
  expect(lanes[1]?.bars[0]).toMatchObject({ fromMs: at, prefillMs: at + 100, decodeMs: at + 350, toMs: at + 1000 })
  expect(lanes[0]?.bars[0]).toMatchObject({ prefillMs: at + 10, decodeMs: at + 10, toMs: at + 10 })
  expect(lanes[2]?.bars[0]).toMatchObject({ prefillMs: at + 2000, toMs: at + 2000 })
})

it('draws a request before its end if the clock was set back while it was answered', () => {
  const times = { ttftMs: 400, queueMs: 100, tokeniseMs: 50, prefillMs: 200, firstTokenMs: 50, totalMs: 1000 }
  const record = requestRecord({ receivedAtMs: at + 5000, endedAtMs: at, times })
  expect(lanesOf([record], at)[0]?.bars[0]).toMatchObject({ fromMs: at - 1000, prefillMs: at - 900, decodeMs: at - 650, toMs: at })
})

it('spans only the requests that it draws, so a later refused request does not push them out of sight', () => {
  const drawn = requestRecord({ id: 'a', receivedAtMs: at, endedAtMs: at + 500 })
  const refused = requestRecord({
    id: 'b',
    sequence: null,
    state: 'refused',
    times: null,
    receivedAtMs: at + 90_000,
    endedAtMs: at + 90_000,
  })
  expect(spanOf([drawn, refused], at + 200_000)).toEqual({ fromMs: at, toMs: at + 500 })
  expect(spanOf([refused], at)).toBeNull()
  expect(spanOf([requestRecord({ receivedAtMs: at, endedAtMs: null })], at + 300)).toEqual({ fromMs: at, toMs: at + 300 })
})
