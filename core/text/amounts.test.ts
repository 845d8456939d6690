import { expect, it } from 'vitest'
import { formatMs, formatRoughMs } from './amounts'

it('gives an estimated duration two digits, and a measured one three', () => {
  expect([2.04, 24.96, 251, 999, 2449, 12_345].map(formatRoughMs)).toEqual(['2 ms', '25 ms', '250 ms', '1.0 s', '2.4 s', '12 s'])
  expect(formatMs(24.96)).toBe('25.0 ms')
})
