import { expect, it } from 'vitest'
import { hasMoreValues } from './json-values'

it.each([
  ['[]', 2],
  ['[1,2,3]', 4],
  ['{"a":[1,{"b":2}]}', 5],
  ['["[[[,,,{{{"]', 2],
  ['["\\"[,","\\\\",[]]', 5],
  ['["never ends [,[,', 2],
])('hasMoreValues counts %s as %i values', (json, values) => {
  expect([hasMoreValues(json, values - 1), hasMoreValues(json, values)]).toEqual([true, false])
})
