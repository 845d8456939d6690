import { describe, expect, it } from 'vitest'
import { csvOf } from './csv'

describe('a CSV', () => {
  it('has one line for each row, the last one ended too', () => {
    expect(csvOf(['layer', 'bytes'], [[0, 1024]])).toBe('layer,bytes\r\n0,1024\r\n')
  })
  it('quotes commas, quotes and line breaks, and nothing else', () => {
    expect(csvOf(['a'], [['full, sliding'], ['7"'], ['x\ny'], ['plain']])).toBe('a\r\n"full, sliding"\r\n"7"""\r\n"x\ny"\r\nplain\r\n')
  })
})
