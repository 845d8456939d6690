import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { csvOf } from './csv'

it('csvOf writes one line for each row, and a line break at the end', () => {
  expect(csvOf(['layer', 'bytes'], [[0, 1024]])).toBe('layer,bytes\r\n0,1024\r\n')
})

it('csvOf leaves a field without a value empty', () => {
  expect(csvOf(['a', 'b'], [[null, false]])).toBe('a,b\r\n,false\r\n')
})

it('csvOf writes fields that another CSV parser reads unchanged', () => {
  const fields = ['full, sliding', '7"', 'x\ny', 'x\r\ny', ' plain ', 'naïve', '0.1', '']
  expect(
    parse(
      csvOf(
        ['a', 'b'],
        fields.map((field) => [field, 1]),
      ),
    ),
  ).toEqual([['a', 'b'], ...fields.map((field) => [field, '1'])])
})

it('csvOf keeps every digit of a number', () => {
  expect(csvOf(['a'], [[0.1 + 0.2], [1e21], [-1]])).toBe('a\r\n0.30000000000000004\r\n1e+21\r\n-1\r\n')
})

it('csvOf guards text that a spreadsheet would read as a formula', () => {
  expect(csvOf(['=a'], [['=1+1'], ['-5']])).toBe("'=a\r\n'=1+1\r\n-5\r\n")
})
