import { describe, expect, it } from 'vitest'
import { csvOf } from './csv'

describe('a CSV file', () => {
  it('has one line for each row, and ends with a line end', () => {
    expect(csvOf(['layer', 'bytes'], [[0, 1024]])).toBe('layer,bytes\r\n0,1024\r\n')
  })
  it('quotes only commas, quotes and line breaks', () => {
    expect(csvOf(['a'], [['full, sliding'], ['7"'], ['x\ny'], ['plain']])).toBe('a\r\n"full, sliding"\r\n"7"""\r\n"x\ny"\r\nplain\r\n')
  })
})
