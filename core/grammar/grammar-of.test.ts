import { describe, expect, it } from 'vitest'
import { gbnfProblem } from './gbnf/check-gbnf'
import { grammarOf, grammarOfText } from './grammar-of'
import { Matcher } from './testing/matcher'

interface Case {
  readonly title: string
  readonly schema: unknown
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

const text = (value: unknown): string => JSON.stringify(value)

const cases: readonly Case[] = [
  {
    title: 'any JSON for an empty schema',
    schema: {},
    yes: ['null', '-1.5e3', '"a"', '[1,[]]', '{"a":{"b":[]}}', '[ 1, 2 ]'],
    no: ['', 'nul', '[1,]', '{a:1}', '01'],
  },
  { title: 'values of several types', schema: { type: ['string', 'null'] }, yes: ['null', '"x"'], no: ['1', 'true', '[]'] },
  {
    title: 'whole numbers, without a leading zero',
    schema: { type: 'integer' },
    yes: ['0', '-7', '1234567890123456'],
    no: ['1.5', '1e3', '007', '+1'],
  },
  {
    title: 'whole numbers between two bounds',
    schema: { type: 'integer', minimum: -12, exclusiveMaximum: 105 },
    yes: ['-12', '-9', '-1', '0', '9', '10', '99', '100', '104'],
    no: ['-13', '-20', '105', '110', '1000', '-0', '00'],
  },
  {
    title: 'numbers between two bounds',
    schema: { type: 'number', exclusiveMinimum: 0.5, maximum: 2.25 },
    yes: ['0.51', '1', '1.999', '2.25', '2.250', '2'],
    no: ['0.5', '0', '2.26', '2.2500001', '3', '-1', '1e0'],
  },
  {
    title: 'negative numbers up to a bound',
    schema: { type: 'number', maximum: -0.1 },
    yes: ['-0.1', '-5', '-0.10', '-123.4'],
    no: ['-0.09', '0', '-0', '1'],
  },
  {
    title: 'multiples of a power of ten',
    schema: { type: 'number', multipleOf: 100, minimum: 150 },
    yes: ['200', '1100'],
    no: ['100', '150', '0', '250'],
  },
  {
    title: 'texts of a limited length, counted in code points',
    schema: { type: 'string', minLength: 2, maxLength: 3 },
    yes: ['"ab"', '"😀ü"', '"\\n\\u00e9x"', '"\\ud83d\\ude00x"'],
    no: ['"a"', '"abcd"', '"a\n"', '"\\ud83dx"', '"\\x"'],
  },
  {
    title: 'texts that match an anchored pattern',
    schema: { type: 'string', pattern: '^(a|b)+-\\d{2}$' },
    yes: ['"ab-12"'],
    no: ['"xab-12"', '"ab-123"', '"-12"'],
  },
  {
    title: 'texts that contain a match of a pattern',
    schema: { type: 'string', pattern: 'b"c' },
    yes: [text('ab"cd'), text('b"c')],
    no: [text('bc')],
  },
  {
    title: 'texts of a limited length that match a pattern of one repeated set',
    schema: { type: 'string', pattern: '^[a-z]*$', maxLength: 2 },
    yes: ['""', '"ab"'],
    no: ['"abc"'],
  },
  {
    title: 'texts that match a pattern whose repeated part can be empty',
    schema: { type: 'string', pattern: '^(a*b?)*$' },
    yes: ['""', '"aab"', '"ba"'],
    no: ['"c"'],
  },
  {
    title: 'texts that match a pattern whose repeated part contains a part that is always empty',
    schema: { type: 'string', pattern: '^(a*()*)*(b{0}|c)*$' },
    yes: ['""', '"aac"'],
    no: ['"b"'],
  },
  {
    title: 'texts that match a pattern in many ways',
    schema: { type: 'string', pattern: '^(\\w+ ?)+$' },
    yes: ['"a"', '"ab cd "', '"abcdefghijklmnop q"'],
    no: ['""', '" a"', '"a  b"'],
  },
  {
    title: 'texts of many optional characters',
    schema: { type: 'string', pattern: '^(a?){40}(b?){40}(a?){40}(b?){40}c$' },
    yes: ['"c"', `"${'a'.repeat(80)}${'b'.repeat(40)}c"`, `"${'ab'.repeat(2)}c"`, `"${'a'.repeat(40)}${'b'.repeat(80)}c"`],
    no: ['""', '"ababa"', '"abababc"', `"${'a'.repeat(81)}c"`, `"${'a'.repeat(41)}bac"`],
  },
  {
    title: 'names that match a pattern in many ways, and quotation marks in them',
    schema: { type: 'object', patternProperties: { '^([a"]+b?)+$': {} }, additionalProperties: false },
    yes: ['{"aab":1}', '{"a\\"ba":null}'],
    no: ['{"b":1}', '{"abb":1}'],
  },
  {
    title: 'dates, with the leap years',
    schema: { type: 'string', format: 'date' },
    yes: ['"2024-02-29"', '"2000-02-29"', '"2023-04-30"'],
    no: ['"2023-02-29"', '"1900-02-29"', '"2023-04-31"', '"2023-13-01"'],
  },
  {
    title: 'constants, exactly',
    schema: { const: { a: 'x"\n', b: [1, null] } },
    yes: ['{"a":"x\\"\\n","b":[1,null]}'],
    no: ['{"a":"x"}', '{"a":"x\\"\\n","b":[1,0]}'],
  },
  {
    title: 'only the listed values that are valid for the other keywords',
    schema: { enum: [1, 'a', 'abc', null], type: ['string', 'null'], maxLength: 2 },
    yes: ['"a"', 'null'],
    no: ['1', '"abc"'],
  },
  {
    title: 'properties in any order, with or without the optional ones',
    schema: {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'null' }, c: true },
      required: ['b'],
      additionalProperties: false,
    },
    yes: ['{"b":null}', '{"b":null,"a":1}', '{"a":1,"b":null}', '{"c":[],"b":null,"a":1}', '{ "b": null }', '{\n  "b": null\n}'],
    no: ['{}', '{"a":1}', '{"b":null,"b":null}', '{"b":null,}', '{"b":null,"d":1}'],
  },
  {
    title: 'other properties of a schema, but not under the name of a declared one',
    schema: { type: 'object', properties: { a: { type: 'null' } }, additionalProperties: { type: 'integer' } },
    yes: ['{"x":1,"a":null,"aa":2}', '{}', '{"":0}'],
    no: ['{"a":1}', '{"x":null}'],
  },
  {
    title: 'a number of properties',
    schema: { type: 'object', minProperties: 1, maxProperties: 2 },
    yes: ['{"a":1}', '{"a":1,"b":2}'],
    no: ['{}', '{"a":1,"b":2,"c":3}'],
  },
  {
    title: 'properties whose names match a pattern',
    schema: { type: 'object', patternProperties: { '^x\\d$': { type: 'null' } }, additionalProperties: false },
    yes: ['{}', '{"x1":null,"x2":null}'],
    no: ['{"x":null}', '{"x1":1}'],
  },
  {
    title: 'a tuple and further items',
    schema: { type: 'array', prefixItems: [{ type: 'integer' }], items: { type: 'string' }, minItems: 1, maxItems: 3 },
    yes: ['[1]', '[1,"a","b"]', '[ 1, "a" ]'],
    no: ['[]', '["a"]', '[1,2]', '[1,"a","b","c"]'],
  },
  {
    title: 'values that match one of several alternatives',
    schema: {
      anyOf: [
        { type: 'integer', minimum: 10 },
        { type: 'string', maxLength: 1 },
      ],
    },
    yes: ['10', '"a"'],
    no: ['9', '"ab"', 'null'],
  },
  {
    title: 'values of alternatives that differ in one property',
    schema: {
      oneOf: ['cat', 'dog'].map((kind) => ({
        type: 'object',
        properties: { kind: { const: kind }, [kind]: { type: 'integer' } },
        required: ['kind', kind],
        additionalProperties: false,
      })),
    },
    yes: ['{"kind":"cat","cat":1}', '{"dog":2,"kind":"dog"}'],
    no: ['{"kind":"cat","dog":1}', '{"kind":"cow"}'],
  },
  {
    title: 'values to which several schemas apply',
    schema: {
      allOf: [
        { type: 'object', properties: { a: { minimum: 1 } } },
        { properties: { a: { type: 'integer', maximum: 3 } }, required: ['a'] },
      ],
    },
    yes: ['{"a":1}', '{"a":3,"z":0}'],
    no: ['{"a":4}', '{"a":"x"}', '{}'],
  },
  {
    title: 'values of a schema that refers to itself',
    schema: {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: { next: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/node' }] } },
          required: ['next'],
          additionalProperties: false,
        },
      },
    },
    yes: ['{"next":null}', '{"next":{"next":{"next":null}}}'],
    no: ['{}', '{"next":{}}'],
  },
  {
    title: 'values of references with escapes',
    schema: { $ref: '#/$defs/a~1b%25c~0', $defs: { 'a/b%c~': { const: 1 } } },
    yes: ['1'],
    no: ['2'],
  },
  {
    title: 'values of references to an $id and an $anchor',
    schema: { items: { $ref: 'item#here' }, type: 'array', $defs: { x: { $id: 'item', $defs: { y: { $anchor: 'here', const: 0 } } } } },
    yes: ['[0]', '[]'],
    no: ['[1]'],
  },
]

const refusals: readonly (readonly [title: string, schema: unknown, pointer: string, reason: string])[] = [
  ['a schema that is a number', 5, '', 'malformed'],
  ['a keyword with a wrong value', { type: 'object', properties: { a: { minLength: -1 } } }, '/properties/a/minLength', 'malformed'],
  ['the keyword “not”', { not: {} }, '/not', 'not-supported'],
  ['the keyword “uniqueItems”', { type: 'array', uniqueItems: true }, '/uniqueItems', 'not-supported'],
  ['an array of items of an older draft', { items: [{}] }, '/items', 'older-draft'],
  ['a reference to nothing', { $ref: '#/$defs/a' }, '/$ref', 'reference-not-found'],
  ['a reference to another document', { $ref: 'https://example.com/schema.json' }, '/$ref', 'reference-to-other-document'],
  ['a reference to itself', { $ref: '#' }, '', 'reference-endless'],
  ['alternatives that overlap', { oneOf: [{ type: 'string' }, { minLength: 2 }] }, '/oneOf', 'one-of-overlaps'],
  [
    'a pattern with a length that it does not imply',
    { type: 'string', pattern: '^a+b*$', maxLength: 3 },
    '/maxLength',
    'combination-not-supported',
  ],
  ['an invalid pattern', { type: 'string', pattern: '(' }, '/pattern', 'pattern-invalid'],
  ['lookaround', { type: 'string', pattern: '^(?!a)b' }, '/pattern', 'pattern-lookaround'],
  ['a backreference', { type: 'string', pattern: '^(a)\\1$' }, '/pattern', 'pattern-backreference'],
  ['a word boundary', { type: 'string', pattern: '\\bfoo' }, '/pattern', 'pattern-word-boundary'],
  ['a Unicode property', { type: 'string', pattern: '\\p{L}' }, '/pattern', 'pattern-unicode-property'],
  ['an anchor inside a pattern', { type: 'string', pattern: 'a(^b|c)' }, '/pattern', 'pattern-inner-anchor'],
  ['a text that is too long to count', { type: 'string', minLength: 2000 }, '/minLength', 'limit-too-high'],
  [
    'a pattern that texts match in many ways, and that would need too many rules',
    { type: 'string', pattern: '^([ab]+)+a[ab]{20}$' },
    '/pattern',
    'pattern-ambiguous',
  ],
  [
    'such a pattern of names',
    { type: 'object', patternProperties: { '^([ab]+)+a[ab]{20}$': {} }, additionalProperties: false },
    '/patternProperties/^([ab]+)+a[ab]{20}$',
    'pattern-ambiguous',
  ],
  ['a pattern that repeats too often', { type: 'string', pattern: '^a{3000}$' }, '/pattern', 'limit-too-high'],
  [
    'a length that is too long to count together with a pattern',
    { type: 'string', pattern: '^[a-z]*$', minLength: 1, maxLength: 5000 },
    '/maxLength',
    'limit-too-high',
  ],
  [
    'a pattern of names that repeats too often',
    { type: 'object', patternProperties: { '^a{3000}$': {} }, additionalProperties: false },
    '/patternProperties/^a{3000}$',
    'limit-too-high',
  ],
  ['an exclusive bound with too many digits', { type: 'number', exclusiveMaximum: 0.1 + 0.2 }, '/exclusiveMaximum', 'bound-too-precise'],
  ['a step that is no power of ten', { type: 'number', multipleOf: 3 }, '/multipleOf', 'not-supported'],
  ['a number of properties whose names can repeat', { type: 'object', minProperties: 2 }, '/minProperties', 'names-may-repeat'],
  ['a schema without a value', { type: 'object', properties: { a: false }, required: ['a'] }, '', 'no-value-possible'],
  ['a recursion without an end', { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] }, '', 'no-value-possible'],
  ['a format that a grammar cannot check', { type: 'string', format: 'iri' }, '/format', 'not-supported'],
]

const notes: readonly (readonly [title: string, schema: unknown, pointer: string, reason: string])[] = [
  [
    'that many properties have a fixed order',
    { type: 'object', properties: Object.fromEntries('abcdefgh'.split('').map((name) => [name, {}])) },
    '/properties',
    'order-fixed',
  ],
  ['an unknown keyword', { type: 'string', nullable: true }, '/nullable', 'unknown-keyword'],
  ['an unknown format', { type: 'string', format: 'phone' }, '/format', 'format-not-checked'],
  ['that a limit is lowered', { type: 'string', maxLength: 10_000 }, '/maxLength', 'limit-lowered'],
  ['that other types are allowed', { properties: { a: {} } }, '', 'type-missing'],
]

describe('grammarOf', () => {
  for (const { title, schema, yes, no } of cases)
    it(`writes ${title}`, () => {
      const made = grammarOf(schema)
      if ('refusals' in made) throw new Error(JSON.stringify(made.refusals))
      expect(gbnfProblem(made.grammar)).toBeUndefined()
      const matcher = new Matcher(made.grammar)
      expect(yes.filter((one) => !matcher.accepts(one))).toEqual([])
      expect(no.filter((one) => matcher.accepts(one))).toEqual([])
    })
  for (const [title, schema, pointer, reason] of refusals)
    it(`refuses ${title}`, () => {
      expect(grammarOf(schema)).toEqual({ refusals: [{ pointer, reason }] })
    })
  for (const [title, schema, pointer, reason] of notes)
    it(`notes ${title}`, () => {
      expect(grammarOf(schema)).toMatchObject({ notes: [{ pointer, reason }] })
    })
  it('keeps the order of many properties, and lets optional ones be left out', () => {
    const properties = Object.fromEntries('abcdefgh'.split('').map((name) => [name, { type: 'integer' }]))
    const made = grammarOf({ type: 'object', properties, required: ['c', 'h'], additionalProperties: false })
    const matcher = new Matcher('grammar' in made ? made.grammar : '')
    expect(['{"c":1,"h":2}', '{"a":1,"c":1,"d":0,"h":2}'].filter((one) => !matcher.accepts(one))).toEqual([])
    expect(['{"h":2,"c":1}', '{"c":1}', '{"a":1,"h":1}'].filter((one) => matcher.accepts(one))).toEqual([])
  })
  it('refuses a text that is not JSON', () => {
    expect(grammarOfText('{')).toEqual({ refusals: [{ pointer: '', reason: 'not-json' }] })
  })
  it('answers for schemas that are nested deeply or branch a lot', () => {
    const nested = (depth: number, keyword: string): unknown => JSON.parse(`${`{"${keyword}":`.repeat(depth)}{}${'}'.repeat(depth)}`)
    for (const keyword of ['items', 'additionalProperties'])
      expect(grammarOf(nested(3000, keyword)), keyword).toMatchObject({ refusals: [{ reason: 'too-large' }] })
    const choices = { anyOf: Array.from({ length: 20 }, (_, index) => ({ minLength: index })) }
    expect(grammarOf({ allOf: [choices, choices, choices] })).toMatchObject({ refusals: [{ reason: 'too-large' }] })
    const names = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`p${index}`, {}]))
    expect(grammarOf({ type: 'object', properties: names })).toEqual({ refusals: [{ pointer: '', reason: 'too-large' }] })
    const every = <T>(item: (index: number) => T) => Array.from({ length: 10_000 }, (_, index) => item(index))
    expect(grammarOf({ type: 'array', prefixItems: every(() => true) })).toEqual({ refusals: [{ pointer: '', reason: 'too-large' }] })
    expect(grammarOf({ oneOf: every((index) => ({ const: index })) })).toEqual({ refusals: [{ pointer: '', reason: 'too-large' }] })
    const gaps = every((index) => String.fromCodePoint(0x4e00 + 2 * index)).join('')
    expect(grammarOf({ type: 'string', pattern: `^[${gaps}]{1999}$` })).toEqual({ refusals: [{ pointer: '', reason: 'too-large' }] })
  })
})
