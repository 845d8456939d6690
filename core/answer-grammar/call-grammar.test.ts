import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { ToolDefinition } from '../answer-syntax/messages'
import { AnswerParser } from '../answer-syntax/parse/answer-parser'
import type { AnswerSyntax, CallSyntax } from '../answer-syntax/syntax'
import { AnswerParts } from '../answer-syntax/testing/answer-parts'
import { syntaxes } from '../answer-syntax/testing/syntaxes'
import { Matcher } from '../grammar/testing/matcher'
import { Random } from '../grammar/testing/random'
import { RandomTexts } from '../grammar/testing/random-text'
import { callGrammarOf } from './call-grammar'
import { now, tools, weather } from './testing/two-tools'

const ajv = new Ajv2020()
const validators = new Map(tools.map(({ name, parameters }) => [name, ajv.compile(parameters)]))

function parsed(syntax: AnswerSyntax, text: string) {
  const parser = new AnswerParser(syntax, { tools })
  return new AnswerParts()
    .add([...parser.push(text), ...parser.end()])
    .parts.filter(({ type, raw }) => type !== 'markup' && raw.trim() !== '')
}

describe('the grammar of tool calls', () => {
  it.each(Object.entries(syntaxes).filter(([name]) => name !== 'harmony'))(
    'in the syntax %s has only calls whose arguments are valid',
    (name, syntax) => {
      const made = callGrammarOf(syntax.calls as CallSyntax, tools, true)
      expect(made?.unboundTools).toEqual([])
      const texts = new RandomTexts(made?.gbnf ?? '')
      const random = new Random(name.length)
      for (let count = 0; count < 60; count++) {
        const text = texts.next(random, 120)
        for (const part of parsed(syntax, text)) {
          expect(part.type, text).toBe('tool-call')
          if (part.type !== 'tool-call') continue
          expect(validators.get(part.name)?.(JSON.parse(part.arguments)), text).toBe(true)
        }
      }
    },
  )

  it('has one call if calls in parallel are not allowed', () => {
    const one = new Matcher(callGrammarOf(syntaxes.hermes.calls as CallSyntax, tools, false)?.gbnf ?? '')
    const call = '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>'
    expect(one.accepts(call)).toBe(true)
    expect(one.accepts(call + call)).toBe(false)
  })

  it('refuses an unknown tool and invalid arguments', () => {
    const matcher = new Matcher(callGrammarOf(syntaxes.hermes.calls as CallSyntax, tools, false)?.gbnf ?? '')
    const call = (text: string) => `<tool_call>\n${text}\n</tool_call>`
    expect(matcher.accepts(call('{"name": "get_weather", "arguments": {"days": 3, "city": "Paris"}}'))).toBe(true)
    expect(matcher.accepts(call('{"name": "get_wether", "arguments": {"city": "Paris"}}'))).toBe(false)
    expect(matcher.accepts(call('{"name": "get_weather", "arguments": {"days": 3}}'))).toBe(false)
    expect(matcher.accepts(call('{"name": "get_weather", "arguments": {"city": "Paris", "days": 15}}'))).toBe(false)
  })

  it('allows any JSON object for a tool whose schema cannot be expressed, and names the tool', () => {
    const odd = { ...weather, parameters: { type: 'object', not: { required: ['city'] } } }
    const made = callGrammarOf(syntaxes.hermes.calls as CallSyntax, [odd, now], false)
    expect(made?.unboundTools).toEqual(['get_weather'])
    const matcher = new Matcher(made?.gbnf ?? '')
    expect(matcher.accepts('<tool_call>\n{"name": "get_weather", "arguments": {"x": [1, null]}}\n</tool_call>')).toBe(true)
  })

  it('allows any value for an argument whose schema refers to a part of the tool’s schema other than definitions', () => {
    const withReference = ($ref: string): ToolDefinition => ({
      ...now,
      parameters: { type: 'object', properties: { at: { type: 'array', items: { $ref } } }, $defs: { hour: { type: 'integer' } } },
    })
    const unboundWith = ($ref: string) => callGrammarOf(syntaxes.tagged.calls as CallSyntax, [withReference($ref)], false)?.unboundTools
    expect(unboundWith('#/$defs/hour')).toEqual([])
    expect(unboundWith('#')).toEqual(['now'])
    expect(unboundWith('#/items')).toEqual(['now'])
  })

  it('does not exist for a syntax in which a call has text that the tool does not determine', () => {
    expect(callGrammarOf(syntaxes.harmony.calls as CallSyntax, tools, false)).toBeNull()
  })
})
