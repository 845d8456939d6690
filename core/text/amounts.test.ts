import { afterEach, expect, it } from 'vitest'
import { formatBytes, formatDuration, formatMs, formatPercent, formatRoughMs } from './amounts'
import { formatSignificant, setNumberLanguage } from './number-language'

afterEach(() => setNumberLanguage('en'))

it.each([
  [1023, '1,023 B'],
  [1024, '1.00 KiB'],
  [1023.4 * 1024, '1,023 KiB'],
  [1023.6 * 1024, '1.00 MiB'],
  [-1023.6 * 1024, '-1.00 MiB'],
  [2 ** 30 - 1, '1.00 GiB'],
  [9.996 * 1024, '10.0 KiB'],
  [99.96 * 1024, '100 KiB'],
  [2 ** 60, '1,024 PiB'],
])('%d bytes are rounded before their unit is chosen: %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

it('a duration has at most two significant digits if it is estimated, and at most three if it is measured', () => {
  expect([2.04, 24.96, 251, 999, 2449, 12_345].map(formatRoughMs)).toEqual(['2 ms', '25 ms', '250 ms', '1.0 s', '2.4 s', '12 s'])
  expect(formatMs(24.96)).toBe('25.0 ms')
})

it('a duration is written as a whole number of seconds, minutes or hours, and as at least 1 s', () => {
  expect([0.2, 3.2, 89, 300, 7200].map(formatDuration)).toEqual(['1 s', '3 s', '89 s', '5 min', '2 h'])
})

it('a percentage has a space before its sign in German, but not in English', () => {
  expect([formatPercent(0.933, 1), formatPercent(0.12)]).toEqual(['93.3%', '12%'])
  setNumberLanguage('de')
  expect(formatPercent(0.933, 1)).toBe('93,3 %')
})

it.each([
  [41_553.2, '41,550'],
  [9.12345, '9.123'],
  [12.3456, '12.35'],
  [9999.96, '10,000'],
  [0, '0'],
])('%d with at most four significant digits is %s', (value, text) => {
  expect(formatSignificant(value)).toBe(text)
})
