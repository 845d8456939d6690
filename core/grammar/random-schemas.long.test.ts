import { describe, expect, it } from 'vitest'
import { gbnfProblem } from './gbnf/check-gbnf'
import { grammarOf } from './grammar-of'
import { Random } from './testing/random'
import { RandomSchemas } from './testing/random-schema'
import { RandomTexts } from './testing/random-text'
import { validatorOf } from './testing/validator-of'

/** `HEADROOM_RANDOM_SCHEMAS=100000 npm test -- unit core/grammar/random-schemas.long.test.ts` tries more. */
const tried = Number(process.env.HEADROOM_RANDOM_SCHEMAS ?? 4_000)
const validated = Math.ceil(tried / 5)

describe('random schemas', () => {
  it('have a grammar, or refusals that point into the schema', () => {
    const schemas = new RandomSchemas(new Random(1))
    let grammars = 0
    for (let count = 0; count < tried; count++) {
      const schema = schemas.next()
      const made = grammarOf(schema)
      if ('grammar' in made) grammars++
      else {
        expect(made.refusals.length, JSON.stringify(schema)).toBeGreaterThan(0)
        expect(
          made.refusals.every(({ pointer }) => isIn(schema, pointer)),
          JSON.stringify(schema),
        ).toBe(true)
      }
    }
    console.log(`${grammars} of ${tried} random schemas have a grammar.`)
    expect(grammars).toBeGreaterThan(tried / 4)
  }, 600_000)

  it('have grammars whose texts are valid JSON for the schema', () => {
    const random = new Random(2)
    const schemas = new RandomSchemas(random)
    let texts = 0
    for (let count = 0; count < validated; count++) {
      const schema = schemas.next()
      const made = grammarOf(schema)
      if ('refusals' in made) continue
      expect(gbnfProblem(made.grammar), JSON.stringify(schema)).toBeUndefined()
      const isValid = validatorOf(schema)
      if (!isValid) continue
      const writer = new RandomTexts(made.grammar)
      for (let sample = 0; sample < 4; sample++) {
        const text = writer.next(random)
        expect(isValid(JSON.parse(text)), `${text} for ${JSON.stringify(schema)}`).toBe(true)
        texts++
      }
    }
    console.log(`${texts} random texts of grammars are valid for their schema.`)
    expect(texts).toBeGreaterThan(validated)
  }, 600_000)
})

function isIn(schema: unknown, pointer: string): boolean {
  const names = pointer.split('/').slice(1)
  let at = schema
  return names.every((escaped) => {
    const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
    const isThere = typeof at === 'object' && at !== null && Object.hasOwn(at, name)
    at = isThere ? (at as Record<string, unknown>)[name] : undefined
    return isThere
  })
}
