import { expect, it } from 'vitest'
import { fingerprintKeys } from '../contract/errors/session-reasons'
import { cacheKeyOf } from './cache-key'
import { fingerprint } from './testing/sample-fingerprint'

it('cacheKeyOf differs if any setting that the cells depend on differs', () => {
  const keys = fingerprintKeys.map((name) => cacheKeyOf({ ...fingerprint, [name]: 'other' }, []))
  expect(new Set([cacheKeyOf(fingerprint, []), ...keys]).size).toBe(fingerprintKeys.length + 1)
})
it('cacheKeyOf depends on the adapters and their scales, but not on their order', () => {
  const [one, two] = [
    { hash: 'one', scale: 1 },
    { hash: 'two', scale: 0.5 },
  ]
  expect(cacheKeyOf(fingerprint, [one, two])).toBe(cacheKeyOf(fingerprint, [two, one]))
  expect(cacheKeyOf(fingerprint, [one, { ...two, scale: 0 }])).toBe(cacheKeyOf(fingerprint, [one]))
  expect(cacheKeyOf(fingerprint, [one])).not.toBe(cacheKeyOf(fingerprint, [{ ...one, scale: 2 }]))
})
