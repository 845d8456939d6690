import { afterEach, describe, expect, it } from 'vitest'
import { setNumberLanguage } from '../../../core/text/number-language'
import { linearTicks, logTicks, shortBytes, shortTokens } from './chart-ticks'

afterEach(() => setNumberLanguage('en'))

describe('the ticks of an axis', () => {
  it('are powers of two that enclose all values, seven at most', () => {
    // 2^8 to 2^17 are ten powers, and every second one gets a tick.
    expect(logTicks(256, 131_072)).toEqual([256, 1024, 4096, 16_384, 65_536, 262_144])
    expect(logTicks(300, 500)).toEqual([256, 512])
    for (const most of [2 ** 20, 2 ** 33, 2 ** 45]) expect(logTicks(256, most).length).toBeLessThanOrEqual(7)
  })
  it('are reduced to one if all values equal the same power of two', () => {
    expect(logTicks(4096, 4096)).toEqual([4096])
  })
  it('are multiples of a power of two on a linear axis, starting at 0', () => {
    // 131,072 / 6 is between 2^14 and 2^15
    expect(linearTicks(131_072)).toEqual([0, 32_768, 65_536, 98_304, 131_072])
    expect(linearTicks(0)).toEqual([0])
  })
  it('have short labels', () => {
    expect([256, 131_072, 1_048_576, 10_485_760].map(shortTokens)).toEqual(['256', '128k', '1M', '10M'])
    expect([0, 512, 2 ** 26, 1.5 * 2 ** 30].map(shortBytes)).toEqual(['0 B', '512 B', '64 MiB', '1.5 GiB'])
    setNumberLanguage('de')
    expect(shortBytes(1.5 * 2 ** 30)).toBe('1,5 GiB')
  })
})
