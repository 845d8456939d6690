import { describe, expect, it } from 'vitest'
import { readNumbers, readTests } from './speed-tests'

describe('the speed tests in llama-bench’s terms', () => {
  it('are read in any order, and duplicates are ignored', () => {
    expect(readTests('pp512, tg128 pp512+tg128;TG128')).toEqual({
      ok: true,
      values: [
        { prompt: 512, generated: 0 },
        { prompt: 0, generated: 128 },
        { prompt: 512, generated: 128 },
      ],
    })
  })
  it.each(['', 'pp', 'pp0', 'tg', '512', 'pp512+', '+tg1', 'tg1+pp1', 'pp-1', 'pp99999999'])('are refused with a reason: %j', (text) => {
    expect(readTests(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/test|tokens/) })
  })
})

describe('a list of numbers', () => {
  it('is sorted, without duplicates', () => {
    expect(readNumbers('4096, 0, 1024 0', 'depths', 0, 10_000)).toEqual({ ok: true, values: [0, 1024, 4096] })
  })
  it('is refused with a reason that names the invalid entry', () => {
    expect(readNumbers('0, many', 'depths', 0, 100)).toEqual({
      ok: false,
      reason: 'Depths must be whole numbers from 0 to 100; “many” is not one.',
    })
    expect(readNumbers('101', 'depths', 0, 100).ok).toBe(false)
    expect(readNumbers(' ', 'depths', 0, 100).ok).toBe(false)
  })
})
