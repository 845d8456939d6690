import { describe, expect, it } from 'vitest'
import type { CompareResultOf } from '../../contract/compare/compare-tasks'
import type { SchemaPrompt } from './schema-prompts'
import { scoreCall, scoreJson } from './score-answer'
import { callCounts, type SchemaCounts, schemaCounts } from './suite-figures'
import { objectOf } from './suite-schema'
import { suiteVerdictOf } from './suite-verdict'
import type { ToolPrompt } from './tool-prompts'

const forecast: ToolPrompt = {
  text: 'Forecast for Cairo, 5 days',
  isLate: false,
  tool: 'get_forecast',
  arguments: { city: 'Cairo', days: 5 },
  others: ['get_weather'],
}
const call = (name: string, args: string) => scoreCall(forecast, { name, arguments: args })

describe('a tool call', () => {
  it('is right whatever the order of its arguments and the case of its strings', () => {
    expect(call('get_forecast', '{"days": 5, "city": "cairo"}')).toEqual({
      prompt: forecast.text,
      call: { name: 'get_forecast', arguments: '{"city":"cairo","days":5}' },
      rightTool: true,
      rightArguments: true,
    })
  })
  it('has wrong arguments if one is missing, surplus or of another type, or if they are not JSON', () => {
    for (const args of [
      '{"city":"Cairo"}',
      '{"city":"Cairo","days":5,"unit":"C"}',
      '{"city":"Cairo","days":"5"}',
      '{"city":"Cairo","da',
      '',
    ])
      expect(call('get_forecast', args), args).toMatchObject({ rightTool: true, rightArguments: false })
  })
  it('has no right arguments if the tool is wrong or missing', () => {
    expect(call('get_weather', '{"city":"Cairo","days":5}')).toMatchObject({ rightTool: false, rightArguments: false })
    expect(scoreCall(forecast, null)).toMatchObject({ call: null, rightTool: false, rightArguments: false })
  })
})

const mara: SchemaPrompt = {
  text: 'Mara is 31 years old.',
  isLate: false,
  schema: objectOf({ name: { type: 'string' }, age: { type: 'integer' } }),
  expected: { name: 'Mara', age: 31 },
}
const json = (text: string, hasEnded = true) => {
  const { complete, valid, right } = scoreJson(mara, text, hasEnded)
  return [complete, valid, right]
}

describe('an answer in JSON', () => {
  it('is complete, valid and right, even in a Markdown fence', () => {
    expect(json('{"age":31,"name":"Mara"}')).toEqual([true, true, true])
    expect(json('```json\n{"age":31,"name":"Mara"}\n```\n')).toEqual([true, true, true])
  })
  it('is valid but not right if the values are wrong', () => expect(json('{"age":30,"name":"Mara"}')).toEqual([true, true, false]))
  it('is complete but not valid if it does not match the schema', () =>
    expect(json('{"age":"31","name":"Mara"}')).toEqual([true, false, false]))
  it('is not complete if it was cut off, is not JSON, or has words around it', () => {
    expect(json('{"age":31,"name":"Mara"}', false)).toEqual([false, false, false])
    expect(json('{"age":31,"name":"Ma')).toEqual([false, false, false])
    expect(json('Here it is: {"age":31,"name":"Mara"}')).toEqual([false, false, false])
  })
})

const result = (...answers: CompareResultOf<'tool-calls'>['answers']): CompareResultOf<'tool-calls'> =>
  ({ kind: 'tool-calls', threads: 1, answers }) as CompareResultOf<'tool-calls'>

describe('the counts of a setting', () => {
  const right = call('get_forecast', '{"city":"Cairo","days":5}')
  const other = { ...call('get_forecast', '{"city":"Cairo","days":6}'), prompt: 'b' }
  const none = { ...scoreCall(forecast, null), prompt: 'c' }

  it('compare calls with those of the reference, where no call equals no call', () => {
    const reference = result(right, { ...other, call: right.call }, none)
    expect(callCounts(result(right, other, none), reference)).toEqual({ prompts: 3, rightTool: 2, rightArguments: 1, sameCall: 2 })
  })
  it('compare nothing for the reference itself', () => {
    expect(callCounts(result(right, none), null)).toMatchObject({ prompts: 2, sameCall: null })
  })
  it('tell complete, valid and right answers apart', () => {
    const answers = [
      scoreJson(mara, '{"age":31,"name":"Mara"}', true),
      scoreJson(mara, '{"age":1,"name":"Mara"}', true),
      scoreJson(mara, '[]', true),
      scoreJson(mara, '[', true),
    ]
    const counts = schemaCounts({ kind: 'schemas', answers } as unknown as CompareResultOf<'schemas'>)
    expect(counts).toEqual({ prompts: 4, complete: 3, valid: 2, right: 1 })
  })
})

describe('the verdict on a setting', () => {
  const json = (valid: number): SchemaCounts => ({ prompts: 42, complete: valid, valid, right: 0 })
  const figures = (valid: number, sameCall: number | null) => ({
    toolCalls: { prompts: 48, rightTool: 40, rightArguments: 30, sameCall },
    schemas: json(valid),
    schemasWithGrammar: null,
  })
  it('says that fewer or more answers are valid only if the 95% interval of the difference does not include 0', () => {
    const change = (before: number, after: number) => suiteVerdictOf(figures(after, 48), figures(before, null))?.schemas?.change
    expect(change(40, 20)).toBe('fewer')
    expect(change(20, 40)).toBe('more')
    expect(change(40, 38)).toBe('unclear')
    expect(change(42, 42)).toBe('unclear')
  })
  it('counts the passkeys of both, and says “fewer” as for answers', () => {
    const none = { toolCalls: null, schemas: null, schemasWithGrammar: null }
    const verdict = (found: number) => suiteVerdictOf(none, none, { setting: { found, trials: 40 }, reference: { found: 39, trials: 40 } })
    expect(verdict(20)?.passkeys).toEqual({ found: 20, trials: 40, change: 'fewer' })
    expect(verdict(38)?.passkeys?.change).toBe('unclear')
  })
  it('leaves out what was not measured', () => {
    const none = { toolCalls: null, schemas: null, schemasWithGrammar: null }
    expect(suiteVerdictOf(none, figures(1, null))).toBeNull()
    expect(suiteVerdictOf({ ...none, schemas: json(3) }, none)).toBeNull()
    expect(suiteVerdictOf(figures(40, 45), { ...none })).toEqual({
      passkeys: null,
      toolCalls: { same: 45, prompts: 48 },
      schemas: null,
    })
  })
})
