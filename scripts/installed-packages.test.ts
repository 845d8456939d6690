import { expect, it } from 'vitest'
import { holdsAll } from './installed-packages.mjs'

const wanted = {
  '': {},
  'node_modules/zod': { integrity: 'sha512-a' },
  'node_modules/fsevents': { integrity: 'sha512-b', optional: true },
}

it('a checkout needs no installation if every package has the integrity hash that the lock file gives', () => {
  expect(holdsAll({ 'node_modules/zod': { integrity: 'sha512-a' } }, wanted)).toBe(true)
})
it.each([
  ['a package has another version', { 'node_modules/zod': { integrity: 'sha512-z' } }],
  ['a package is missing', {}],
  ['there is an extra package', { 'node_modules/zod': { integrity: 'sha512-a' }, 'node_modules/left': { integrity: 'sha512-l' } }],
])('a checkout needs an installation if %s', (_what, installed) => {
  expect(holdsAll(installed, wanted)).toBe(false)
})
