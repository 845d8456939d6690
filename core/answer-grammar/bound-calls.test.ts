import { describe, expect, it } from 'vitest'
import { syntaxes } from '../answer-syntax/testing/syntaxes'
import { failureOf } from '../contract/errors/coded-error'
import { defaultSampling, type SamplingSettings } from '../contract/settings/sampling'
import { Matcher } from '../grammar/testing/matcher'
import { boundCallsOf } from './bound-calls'

const tool = (name: string) => ({ name, description: '', parameters: { type: 'object', properties: {}, additionalProperties: false } })
const tools = [tool('now'), tool('later')]
const hermes = syntaxes.hermes.calls
const bound = (change: Partial<SamplingSettings>, syntax = hermes, list = tools) =>
  boundCallsOf(syntax, list, { ...defaultSampling, ...change })

function refusal(change: Partial<SamplingSettings>, syntax = hermes): unknown {
  try {
    bound(change, syntax)
  } catch (error) {
    return failureOf(error)
  }
  throw new Error('Expected a refusal')
}
const refused = (reason: object) => ({ code: 'tools-refused', facts: { reason } })
const call = (name: string) => `<tool_call>\n{"name": "${name}", "arguments": {}}\n</tool_call>`

describe('the grammar of a turn’s calls', () => {
  it('applies only once a call begins, if the model may choose', () => {
    expect(bound({})?.isRequired).toBe(false)
    expect(new Matcher(bound({})?.gbnf ?? '').accepts(call('now') + call('later'))).toBe(true)
  })

  it('does not apply if there are no tools', () => {
    expect(bound({}, hermes, [])).toBeNull()
    expect(bound({ toolChoice: 'required' }, hermes, [])).toBeNull()
  })
  it.each<Partial<SamplingSettings>>([
    { toolChoice: 'none' },
    { bindCalls: false },
    { grammar: { kind: 'gbnf', text: 'root ::= "yes"' } },
    { ignoreEndOfText: true },
  ])('does not apply with the settings %j', (change) => {
    expect(bound(change)).toBeNull()
  })
  it('does not apply if it cannot express how the model writes calls', () => {
    expect(bound({}, null)).toBeNull()
    expect(bound({}, syntaxes.harmony.calls)).toBeNull()
  })

  it('allows only the tool that the tool choice names', () => {
    const made = bound({ toolChoice: { tool: 'now' }, parallelCalls: false })
    expect(made?.isRequired).toBe(true)
    const matcher = new Matcher(made?.gbnf ?? '')
    expect([call('now'), `\n\n${call('now')}`, call('later'), call('now') + call('now')].map((text) => matcher.accepts(text))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('throws `tools-refused` if a required call is impossible', () => {
    const required = { toolChoice: 'required' } as const
    expect(refusal({ toolChoice: { tool: 'never' } })).toEqual(refused({ kind: 'unknown-tool', tool: 'never' }))
    expect(refusal({ ...required, grammar: { kind: 'gbnf', text: 'root ::= "yes"' } })).toEqual(refused({ kind: 'call-and-grammar' }))
    expect(refusal(required, null)).toEqual(refused({ kind: 'template-without-calls' }))
    expect(refusal(required, syntaxes.harmony.calls)).toEqual(refused({ kind: 'calls-not-bindable' }))
  })
})
