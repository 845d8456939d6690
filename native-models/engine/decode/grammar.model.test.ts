/** The embedded model at a high temperature, bound to schemas. `HEADROOM_SCHEMA_PAIRS=2000` tries more pairs of a schema and a seed. */
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PromptMessage, TurnMetrics, TurnUpdate } from '../../../core/contract/chat/turn'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { gbnfProblem } from '../../../core/grammar/gbnf/check-gbnf'
import { grammarOf } from '../../../core/grammar/grammar-of'
import { Random } from '../../../core/grammar/testing/random'
import { RandomSchemas } from '../../../core/grammar/testing/random-schema'
import { validatorOf } from '../../../core/grammar/testing/validator-of'
import { partsOf, plainTextOf } from '../../../core/messages/parts-of'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))
const pairs = Number(process.env.HEADROOM_SCHEMA_PAIRS ?? 40)

const engine = new LlamaEngine()
afterAll(() => engine.unload())

const question: PromptMessage[] = [{ role: 'user', text: 'Describe a cat.' }]
const hot: SamplingSettings = { ...defaultSampling, temperature: 1.5, topK: 0, topP: 1, minP: 0, maxTokens: 200 }
const cat = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 12 },
    age: { type: 'integer', minimum: 0, maximum: 30 },
    color: { enum: ['black', 'red'] },
  },
  required: ['name', 'age'],
  additionalProperties: false,
}
const schemaOf = (schema: unknown) => ({ kind: 'json-schema' as const, text: JSON.stringify(schema) })

type Answer = TurnUpdate & { readonly metrics: TurnMetrics }

async function answer(
  count: number,
  sampling: Partial<SamplingSettings>,
  messages: readonly PromptMessage[] = question,
): Promise<Answer[]> {
  const logs = Array.from({ length: count }, (_, index) => new TurnLog(`t${index}`, 'c'))
  const request = { conversationId: 'c', messages: [...messages], sampling: { ...hot, ...sampling }, sentAtMs: Date.now() }
  await engine.answer(
    request,
    logs.map((log) => ({ log, signal: new AbortController().signal })),
  )
  return logs.map((log) => {
    const { update } = log.readFrom(turnStart)
    if (!update.metrics) throw new Error(JSON.stringify(update.failure))
    return { ...update, metrics: update.metrics }
  })
}
const one = async (sampling: Partial<SamplingSettings>, messages?: readonly PromptMessage[]): Promise<Answer> => {
  const [first] = await answer(1, sampling, messages)
  return first as Answer
}

async function load(template: string | null = null): Promise<void> {
  await engine.start('cpu')
  await engine.loadModel(pocketPath, 0, undefined, () => {}, template)
  await engine.createContext({ settings: { ...defaultKvSettings, threads: 1, sequences: 3 }, contextTokens: 1024, predictedBytes: null })
}

describe('an answer that is bound to a schema', () => {
  beforeAll(() => load())

  it('is valid JSON for it, at temperature 1.5', async () => {
    const isValid = new Ajv2020().compile(cat)
    for (let seed = 0; seed < 5; seed++) {
      const { text, metrics } = await one({ grammar: schemaOf(cat), seed })
      expect(metrics).toMatchObject({ stopReason: 'end-of-text', grammar: { kind: 'json-schema', isComplete: true } })
      expect(isValid(JSON.parse(text)), text).toBe(true)
    }
  })
  it('is written without speculation, and says so', async () => {
    const { metrics } = await one({ grammar: schemaOf(cat), speculation: 'prompt-lookup', seed: 1 })
    expect(metrics.grammar?.turnedSpeculationOff).toBe(true)
    expect(metrics.speculation).toBeUndefined()
  })
  it('ends when it is complete, even if end-of-text tokens are ignored', async () => {
    const { text, metrics } = await one({ grammar: schemaOf({ const: { a: [1] } }), ignoreEndOfText: true, seed: 1 })
    expect(text).toBe('{"a":[1]}')
    expect(metrics.stopReason).toBe('end-of-text')
  })
  it('is not complete if the token limit cuts it off', async () => {
    const { metrics } = await one({ grammar: schemaOf({ type: 'string', minLength: 100 }), maxTokens: 5, seed: 1 })
    expect(metrics).toMatchObject({ stopReason: 'token-limit', grammar: { isComplete: false } })
  })
  it('follows the penalties too', async () => {
    const { text } = await one({ grammar: schemaOf(cat), repeatPenalty: 1.3, seed: 2 })
    expect(new Ajv2020().compile(cat)(JSON.parse(text)), text).toBe(true)
  })
  it('has its own state among several answers', async () => {
    const texts = (await answer(3, { grammar: schemaOf(cat), seed: 7 })).map(({ text }) => text)
    const isValid = new Ajv2020().compile(cat)
    expect(texts.map((text) => isValid(JSON.parse(text)))).toEqual([true, true, true])
    expect(new Set(texts).size).toBeGreaterThan(1)
  })
  it('continues an answer that matches so far, and refuses one that does not', async () => {
    const begun = '{"age":7,"na'
    const grammar = schemaOf(cat)
    const { text } = await one({ grammar, seed: 3 }, [...question, { role: 'assistant', text: begun }])
    expect(JSON.parse(begun + text)).toMatchObject({ age: 7, name: expect.any(String) })
    const refused = await one({ grammar }, [...question, { role: 'assistant', text: 'A cat is' }]).catch(failureOf)
    expect(refused).toEqual({ code: 'grammar-invalid', facts: { problem: { kind: 'begun-answer' } } })
  })
  it('refuses a schema and a grammar that cannot be used before it generates', async () => {
    const schema = await one({ grammar: schemaOf({ not: {} }) }).catch(failureOf)
    expect(schema).toEqual({ code: 'schema-refused', facts: { refusals: [{ pointer: '/not', reason: 'not-supported' }] } })
    const gbnf = await one({ grammar: { kind: 'gbnf', text: 'root ::= a' } }).catch(failureOf)
    expect(gbnf).toEqual({ code: 'grammar-invalid', facts: { problem: { kind: 'flaw', flaw: 'unknown-rule', line: 1 } } })
  })
  it('can be bound to GBNF', async () => {
    const { text, metrics } = await one({ grammar: { kind: 'gbnf', text: 'root ::= "yes" | "no" [!]{2}' }, seed: 5 })
    expect(['yes', 'no!!']).toContain(text)
    expect(metrics.grammar).toEqual({ kind: 'gbnf', isComplete: true, turnedSpeculationOff: false })
  })
  it('can repeat as often as llama.cpp allows', async () => {
    const schemas = [
      { type: 'string', minLength: 1999 },
      { type: 'array', items: { type: 'array', items: { type: 'integer' }, minItems: 4 }, minItems: 1999 },
      { type: 'string', pattern: '^([a-z]{1,9}-){300}$' },
    ]
    for (const schema of schemas) {
      const { metrics } = await one({ grammar: schemaOf(schema), maxTokens: 3, seed: 1 })
      expect(metrics, JSON.stringify(schema)).toMatchObject({ stopReason: 'token-limit' })
    }
    for (const text of ['root ::= "a"{1999}', 'root ::= (a b c){499,}\na ::= "a"\nb ::= "b"\nc ::= "c"'])
      expect((await one({ grammar: { kind: 'gbnf', text }, maxTokens: 3, seed: 1 })).metrics.stopReason, text).toBe('token-limit')
  })
  it('is complete and valid for random schemas and seeds', async () => {
    const random = new Random(5)
    const schemas = new RandomSchemas(random)
    let complete = 0
    for (let tried = 0; tried < pairs; ) {
      const schema = schemas.next()
      const isValid = validatorOf(schema)
      if (!isValid || 'refusals' in grammarOf(schema)) continue
      tried++
      const { text, metrics } = await one({ grammar: schemaOf(schema), seed: tried, maxTokens: 120 })
      if (!metrics.grammar?.isComplete) continue
      complete++
      expect(isValid(JSON.parse(text)), `${text} for ${JSON.stringify(schema)}`).toBe(true)
    }
    console.log(`${complete} of ${pairs} answers are complete. All of them are valid JSON for their schema.`)
    expect(complete).toBeGreaterThan(pairs / 4)
  }, 3_600_000)
})

describe('an answer that begins with reasoning', () => {
  const template = `{%- for m in messages %}<|im_start|>{{ m.role }}
{% if m.role == 'assistant' and m.reasoning_content and loop.last %}<think>
{{ m.reasoning_content }}
</think>

{% endif %}{{ m.content }}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
<think>
{% endif %}`
  beforeAll(() => load(template))

  // With seed 3, the model ends the text before the budget.
  it.each([3, 4, 5])('reasons freely, and binds what follows, with seed %i', async (seed) => {
    const { text, parts, metrics } = await one({ grammar: schemaOf(cat), reasoningBudgetTokens: 12, seed })
    const message = { text, ...(parts ? { parts } : {}) }
    const reasoning = partsOf(message).find(({ type }) => type === 'reasoning')
    expect(reasoning?.text).toMatch(/[a-z]/)
    expect(reasoning?.text.trimStart().startsWith('{')).toBe(false)
    expect(new Ajv2020().compile(cat)(JSON.parse(plainTextOf(message))), text).toBe(true)
    expect(metrics.grammar?.isComplete).toBe(true)
  })
})

describe('the check of GBNF', () => {
  beforeAll(() => load())
  const grammars = [
    'root ::= "a"',
    'root ::= a\na ::= "b"',
    'root ::= (\n "a" |\n "b" )*',
    'root ::= "a',
    'root ::= a',
    'start ::= "a"',
    'root ::= root "a" | "b"',
    'root ::= "a"{3000}',
    'root ::= "\\q"',
    'root ::= *',
    'root ::= [a-',
    'root ::= "a" )',
    'root = "a"',
    'root ::= "a"{2,3}?',
  ]
  it('agrees with llama.cpp', async () => {
    const { model } = (
      engine as unknown as { loaded: { model: { llama: { createGrammar(from: { grammar: string }): Promise<unknown> } } } }
    ).loaded
    for (const grammar of grammars) {
      const isAccepted = await model.llama.createGrammar({ grammar }).then(
        () => true,
        () => false,
      )
      expect(gbnfProblem(grammar) === undefined, grammar).toBe(isAccepted)
    }
  })
})
