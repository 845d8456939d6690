import { expect, it } from 'vitest'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { lastMeasurable, measurable } from './measurable-edits'

const edited = { ...defaultKvSettings, keyType: 'q8_0', threads: 2, contextTokens: 4096, sequences: 3 } as const

it('measurable returns the edits that Compare can measure, in the current context', () => {
  expect(measurable(defaultKvSettings, edited)).toEqual({ ...defaultKvSettings, keyType: 'q8_0', threads: 2 })
})
it('lastMeasurable returns the last field of the form that was edited and that Compare can measure', () => {
  expect(lastMeasurable(defaultKvSettings, edited)).toBe('threads')
  expect(lastMeasurable(defaultKvSettings, { ...defaultKvSettings, contextTokens: 4096 })).toBeUndefined()
  expect(lastMeasurable(defaultKvSettings, defaultKvSettings)).toBeUndefined()
})
