import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ErrorCode, errorFacts, type Failure } from '../contract/errors/errors'
import { speak } from './copy'
import { describeFailure, sentenceOf } from './failures'

afterEach(() => speak('en'))

/** At least one sample per option and enum value. */
function samplesOf(schema: z.core.$ZodType): unknown[] {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, samplesOf(field)] as const)
    const most = Math.max(1, ...fields.map(([, samples]) => samples.length))
    return Array.from({ length: most }, (_, at) =>
      Object.fromEntries(fields.map(([name, samples]) => [name, samples[at % samples.length]])),
    )
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(samplesOf)
  if (schema instanceof z.ZodNullable) return [...samplesOf(schema.unwrap()), null]
  if (schema instanceof z.ZodOptional) return [...samplesOf(schema.unwrap()), undefined]
  if (schema instanceof z.ZodEnum) return [...schema.options]
  if (schema instanceof z.ZodLiteral) return [...schema.values]
  if (schema instanceof z.ZodArray) return [samplesOf(schema.element), samplesOf(schema.element).slice(0, 1)]
  if (schema instanceof z.ZodBoolean) return [true, false]
  if (schema instanceof z.ZodNumber) return [3, 1, 429]
  if (schema instanceof z.ZodString) return ['/models/tiny.gguf', 'https://example.org/tiny.gguf']
  // A nested failure.
  if (schema instanceof z.ZodCustom) return [{ code: 'no-model-loaded', facts: {} }]
  throw new Error(`Expected a schema with samples, got ${schema._zod.def.type}`)
}

const failures = Object.entries(errorFacts).flatMap(([code, schema]) =>
  samplesOf(schema).map((facts) => ({ code: code as ErrorCode, facts }) as Failure),
)

describe('every error', () => {
  it('is covered by this test, with sample facts that its schema accepts', () => {
    expect(new Set(failures.map(({ code }) => code)).size).toBe(Object.keys(errorFacts).length)
    expect(failures.length).toBeGreaterThan(300)
    for (const { code, facts } of failures) expect([code, errorFacts[code].safeParse(facts).success]).toEqual([code, true])
  })

  it.each(['en', 'de'] as const)('consists of whole sentences in %s: what happened, and what to do', (language) => {
    speak(language)
    const odd = failures.filter((failure) => {
      const { what, todo } = sentenceOf(failure)
      return [what, todo].some((text) => !/[.!?]$/.test(text) || /undefined|\[object|NaN|\.\.$| {2}/.test(text))
    })
    expect(odd.map(describeFailure)).toEqual([])
  })

  it('has a different text in German', () => {
    const inLanguage = (language: 'en' | 'de') => {
      speak(language)
      return failures.map((failure) => sentenceOf(failure))
    }
    const english = inLanguage('en')
    const same = inLanguage('de').filter(({ what, todo }, at) => what === english[at]?.what || todo === english[at]?.todo)
    expect(same).toEqual([])
  })
})
