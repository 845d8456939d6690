import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { type AnswerGrammar, answerGrammar } from '../../../core/contract/settings/sampling'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { openTestApp } from '../testing/test-app'

let app: App
beforeEach(() => {
  app = openTestApp(dataFolder(), async () =>
    inProcessEngine(new FakeEngine({ tokensPerSecond: 500, prefillTokensPerSecond: 50_000, loadMs: 1 })),
  )
})
afterEach(() => app.close())

const save = (grammar: AnswerGrammar | null) => app.models.changeSampling('pocket', { grammar })
const stored = () => app.store.modelSettings.read('pocket').sampling.grammar

describe('the schema or grammar of a model', () => {
  it('is stored if it can bind an answer', async () => {
    const grammar: AnswerGrammar = { kind: 'json-schema', text: '{"type":"object"}' }
    await save(grammar)
    expect(stored()).toEqual(grammar)
  })
  it('is refused otherwise, and the stored one stays', async () => {
    const grammar: AnswerGrammar = { kind: 'gbnf', text: 'root ::= "a"' }
    await save(grammar)
    const schema = await save({ kind: 'json-schema', text: '{"if":{}}' }).catch(failureOf)
    expect(schema).toEqual({ code: 'schema-refused', facts: { refusals: [{ pointer: '/if', reason: 'not-supported' }] } })
    const invalid = await save({ kind: 'gbnf', text: 'a ::= "b"' }).catch(failureOf)
    expect(invalid).toEqual({ code: 'grammar-invalid', facts: { problem: { kind: 'flaw', flaw: 'no-root', line: 1 } } })
    expect(stored()).toEqual(grammar)
  })
  it('has at most 65,536 characters', () => {
    const ofLength = (length: number) => answerGrammar.safeParse({ kind: 'gbnf', text: 'x'.repeat(length) }).success
    expect([ofLength(65_536), ofLength(65_537)]).toEqual([true, false])
  })
})
