import { expect, it } from 'vitest'
import { defaultSampling } from '../../core/contract/settings/sampling'
import { unfitSampling } from './unfit-sampling'

const unfit = (change: Partial<typeof defaultSampling>, check: Parameters<typeof unfitSampling>[2] = null, stored = defaultSampling) =>
  unfitSampling(stored, { ...defaultSampling, ...change }, check)
const drafting = { speculation: 'draft-model', draftModelId: 'small' } as const
const suitable = { bill: null, failure: null }

it('unfitSampling returns nothing for settings that can be stored at once', () => {
  expect(unfit({ temperature: 0, grammar: { kind: 'gbnf', text: 'root ::= "yes"' } })).toEqual([])
})
it('unfitSampling returns a grammar with an error', () => {
  expect(unfit({ grammar: { kind: 'gbnf', text: 'root ::= answer' } })).toEqual(['grammar'])
})
it('unfitSampling returns a draft model until it was checked and found suitable', () => {
  const both = ['speculation', 'draftModelId']
  expect(unfit({ speculation: 'draft-model' })).toEqual(both)
  expect(unfit(drafting)).toEqual(both)
  expect(unfit(drafting, { bill: null, failure: { code: 'model-not-found', facts: { modelId: 'small' } } })).toEqual(both)
  expect(unfit(drafting, suitable)).toEqual([])
})
it('unfitSampling accepts a stored draft model, because its loss must not block other changes', () => {
  expect(unfit({ ...drafting, topK: 1 }, null, { ...defaultSampling, ...drafting })).toEqual([])
})
