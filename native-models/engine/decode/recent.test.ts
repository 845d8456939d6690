import { expect, it } from 'vitest'
import { Recent } from './recent'

it('the eight most recently used results of an owner are kept', () => {
  const recent = new Recent<number>()
  const [owner, other] = [{}, {}]
  for (let at = 0; at < 8; at++) recent.keep(owner, `${at}`, at)
  expect(recent.of(owner, '0')).toBe(0)
  recent.keep(owner, 'new', 8)
  expect(recent.of(owner, '1')).toBeUndefined()
  expect([recent.of(owner, '0'), recent.of(owner, 'new')]).toEqual([0, 8])
  expect(recent.of(other, '0')).toBeUndefined()
})
