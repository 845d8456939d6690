import { describe, expect, it } from 'vitest'
import type { ToolDefinition } from '../answer-syntax/messages'
import type { CallSyntax } from '../answer-syntax/syntax'
import { syntaxes } from '../answer-syntax/testing/syntaxes'
import { rulesOf } from '../grammar/grammar-of'
import { validatorOf } from '../grammar/testing/validator-of'
import { callGrammarOf } from './call-grammar'
import { schemaRefusalOf, toolSchemaRules } from './tool-schema'

const toolWith = (schema: object): ToolDefinition => ({
  name: 'search',
  description: '',
  parameters: { type: 'object', properties: { query: schema }, required: ['query'] },
})

describe('the first part of a tool’s schema that a grammar cannot express', () => {
  it.each([
    [
      { type: 'string', pattern: '^(?!secret)' },
      { pointer: '/properties/query/pattern', reason: 'pattern-lookaround' },
    ],
    [{ not: { type: 'string' } }, { pointer: '/properties/query/not', reason: 'not-supported' }],
    [{ $ref: '#/$defs/missing' }, { pointer: '/properties/query/$ref', reason: 'reference-not-found' }],
    [{ type: 'string', pattern: '^[a-z]+$' }, null],
    [true, null],
  ])('in %j is %j', (schema, refusal) => {
    expect(schemaRefusalOf(toolWith(schema as object))).toEqual(refusal)
  })

  it('is the whole schema if it has more than 65,536 characters, so that a server cannot keep Headroom busy', () => {
    const words = Array.from({ length: 100_000 }, (_, index) => `word ${index}`)
    expect(schemaRefusalOf(toolWith({ enum: words }))).toEqual({ pointer: '', reason: 'too-large' })
  })

  it('exists if and only if the grammar of a call does not constrain the arguments of the tool', () => {
    for (const schema of [
      { type: 'string', pattern: '(?=a)b' },
      { type: 'string', pattern: 'ab' },
    ]) {
      const tool = toolWith(schema)
      const unbound = callGrammarOf(syntaxes.hermes.calls as CallSyntax, [tool], false)?.unboundTools
      expect(unbound).toEqual(schemaRefusalOf(tool) ? ['search'] : [])
    }
  })
})

describe('arguments that the schema of a tool does not name', () => {
  const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] }

  it.each([
    [schema],
    [{ ...schema, description: 'Searches', $defs: {}, definitions: {}, examples: [{ word: 'a' }] }],
    [{ ...schema, properties: { ...schema.properties, child: { $ref: '#/$defs/child' } }, $defs: { child: { type: 'object' } } }],
  ])('are left out of the grammar if the schema says nothing about them, as in %j', (silent) => {
    expect(toolSchemaRules(silent)).toEqual(rulesOf({ ...silent, additionalProperties: false }))
  })
  it('stay possible if the schema refers to itself, so that each text of the grammar is valid for the reference too', () => {
    const child = { oneOf: [{ $ref: '#' }, { type: 'object', required: ['x'] }] }
    const open = { ...schema, properties: { ...schema.properties, child } }
    // Both alternatives are valid.
    expect(validatorOf(open)?.({ word: 'a', child: { word: 'a', x: 1 } })).toBe(false)
    expect(rulesOf({ ...open, additionalProperties: false })).toHaveProperty('rules')
    expect(toolSchemaRules(open)).toHaveProperty('refusals')
  })
  it.each([
    [{ ...schema, additionalProperties: { type: 'number' } }],
    [{ ...schema, required: ['word', 'unnamed'] }],
    [{ ...schema, patternProperties: { '^x': {} } }],
    [{ type: 'object' }],
  ])('stay possible with the schema %j', (open) => {
    expect(toolSchemaRules(open)).toEqual(rulesOf(open))
  })
})
