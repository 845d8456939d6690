import { describe, expect, it } from 'vitest'
import { biasLines, readBiasLines } from './logit-bias-lines'

const problemOf = (typed: string) => {
  const read = readBiasLines(typed)
  return read.ok ? undefined : read.problem
}

describe('a list of biases', () => {
  it('has a text or a token ID and a bias per line, and skips empty lines', () => {
    expect(readBiasLines('Hello = -5\n\n#15043 = 2,5\n=yes=1')).toEqual({
      ok: true,
      value: [
        { token: 'Hello', bias: -5 },
        { token: 15043, bias: 2.5 },
        { token: '=yes', bias: 1 },
      ],
    })
  })
  it('keeps the spaces of a text, except one before the equals sign', () => {
    expect(readBiasLines(' Hello  = 1')).toEqual({ ok: true, value: [{ token: ' Hello ', bias: 1 }] })
  })
  it('is read as it was written', () => {
    const biases = [
      { token: '#1', bias: 0.5 },
      { token: 7, bias: -100 },
      { token: ' a=b\\n\n\t"', bias: 3 },
      { token: '  ', bias: 1 },
    ]
    expect(readBiasLines(biasLines(biases))).toEqual({ ok: true, value: biases })
  })
  it.each([
    ['Hello', 'no-bias'],
    ['Hello = much', 'not-a-number'],
    ['Hello =', 'not-a-number'],
    [' = 3', 'no-token'],
    ['Hello = 101', 'outside'],
    ['#hello = 1', 'not-an-id'],
    ['#99999999999 = 1', 'not-an-id'],
    [`${'a'.repeat(257)} = 1`, 'too-long'],
  ])('names the line with a problem: %s', (line, kind) => {
    expect(problemOf(`ok = 1\n${line}`)).toEqual({ kind, line: 2 })
  })
  it('has at most 256 biases', () => {
    expect(problemOf('a = 1\n'.repeat(256))).toBeUndefined()
    expect(problemOf('a = 1\n'.repeat(257))).toEqual({ kind: 'too-many', line: 257 })
  })
})
