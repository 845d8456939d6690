import Ajv from 'ajv'
import { describe, expect, it } from 'vitest'
import { toolDefinition } from '../../contract/chat/tools'
import { mostSchemaPrompts, mostToolPrompts } from '../../contract/compare/compare-limits'
import { grammarOf } from '../../grammar/grammar-of'
import { chosenPrompts } from './choose-prompts'
import { schemaPrompts } from './schema-prompts'
import { isValid, type SuiteSchema } from './suite-schema'
import { toolPrompts } from './tool-prompts'
import { suiteTool, toolNames } from './tools'

const ajv = new Ajv()

describe('the prompts of the suite that ask for tool calls', () => {
  it('are as many as the contract says, at least 40, and differ', () => {
    expect(toolPrompts.length).toBe(mostToolPrompts)
    expect(toolPrompts.length).toBeGreaterThanOrEqual(40)
    expect(new Set(toolPrompts.map(({ text }) => text)).size).toBe(toolPrompts.length)
  })
  it('expect arguments that are valid for the tool', () => {
    for (const { text, tool, arguments: args } of toolPrompts)
      expect(ajv.validate({ ...suiteTool(tool).parameters, additionalProperties: false }, args), text).toBe(true)
  })
  it('offer two to four different tools, and every tool is called', () => {
    for (const { text, tool, others } of toolPrompts) {
      const offered = new Set([tool, ...others])
      for (const name of offered) expect(toolDefinition.safeParse(suiteTool(name)).success, name).toBe(true)
      expect(offered.size, text).toBe(1 + others.length)
      expect(offered.size, text).toBeGreaterThanOrEqual(2)
      expect(offered.size, text).toBeLessThanOrEqual(4)
    }
    expect(new Set(toolPrompts.map(({ tool }) => tool))).toEqual(new Set(toolNames))
  })
  it('contain each string and number that the call must repeat', () => {
    for (const { text, arguments: args } of toolPrompts)
      for (const value of Object.values(args)) if (typeof value !== 'boolean') expect(text).toContain(String(value))
  })
})

describe('the prompts of the suite that ask for JSON', () => {
  it('are as many as the contract says, at least 40, and differ', () => {
    expect(schemaPrompts.length).toBe(mostSchemaPrompts)
    expect(schemaPrompts.length).toBeGreaterThanOrEqual(40)
    expect(new Set(schemaPrompts.map(({ text }) => text)).size).toBe(schemaPrompts.length)
  })
  it('have schemas of one to four properties, which a grammar can express', () => {
    for (const { text, schema } of schemaPrompts) {
      expect(Object.keys(schema.properties).length, text).toBeGreaterThanOrEqual(1)
      expect(Object.keys(schema.properties).length, text).toBeLessThanOrEqual(4)
      expect(grammarOf(schema), text).toHaveProperty('grammar')
    }
  })
  it('expect values that are valid for the schema', () => {
    for (const { text, schema, expected } of schemaPrompts) expect(ajv.validate(schema, expected), text).toBe(true)
  })
  it('name the keys in plain English', () => {
    expect(schemaPrompts[0]?.text).toBe('Mara is 31 years old. Answer in JSON with the keys "name" (a string) and "age" (a whole number).')
  })
})

describe('the check of a value', () => {
  const values: readonly unknown[] = [null, true, 3, 2.5, -1, 'red', 'x', '', [], ['a'], [1, 2], ['a', 1], {}, [[]]]
  const objects = (schema: SuiteSchema): unknown[] =>
    schema.type === 'object'
      ? Object.keys(schema.properties).flatMap((key) => values.map((value) => ({ ...schemaPrompts[0]?.expected, [key]: value })))
      : []

  it('agrees with ajv, for every schema of the suite', () => {
    const expected = schemaPrompts.map((prompt) => prompt.expected)
    let accepted = 0
    for (const { schema } of schemaPrompts)
      for (const value of [...values, ...expected, ...objects(schema), { ...expected[0], toString: 1 }]) {
        const isAccepted = ajv.validate(schema, value)
        expect(isValid(schema, value), JSON.stringify([schema, value])).toBe(isAccepted)
        if (isAccepted) accepted++
      }
    expect(accepted).toBeGreaterThan(schemaPrompts.length)
  })
  it('refuses a key that every object inherits', () => {
    expect(isValid({ type: 'object', properties: {}, required: ['toString'], additionalProperties: false }, {})).toBe(false)
    expect(isValid({ type: 'object', properties: {}, required: [], additionalProperties: false }, { valueOf: 1 })).toBe(false)
  })
})

describe('a sample of the suite', () => {
  it('is the same for the same seed, without repeats, and a mix of early and late prompts', () => {
    const sample = chosenPrompts(toolPrompts, 16, 1)
    expect(chosenPrompts(toolPrompts, 16, 1)).toEqual(sample)
    expect(chosenPrompts(toolPrompts, 16, 2)).not.toEqual(sample)
    expect(new Set(sample).size).toBe(16)
    expect(new Set(sample.map(({ isLate }) => isLate)).size).toBe(2)
  })
})
