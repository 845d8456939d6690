import { expect, it } from 'vitest'
import { guardedField, unguardedField } from './csv-guard'

it.each(['=1+1', '+a', '-a', '@a', '\ta', '\ra', '\na', '\r\n=a', '＝1', "'=1", "''\n"])(
  'guardedField protects %j from being read as a formula, and unguardedField restores it',
  (text) => {
    expect(guardedField(text)).toBe(`'${text}`)
    expect(unguardedField(guardedField(text))).toBe(text)
  },
)
it.each(['-1.5', '+3e9', 'a=b', "it's", "'quoted'", '', "'"])('guardedField does not change %j', (text) => {
  expect(guardedField(text)).toBe(text)
  expect(unguardedField(text)).toBe(text)
})
