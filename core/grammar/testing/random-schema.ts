/** Random schemas of the supported kind, with some keywords that are refused or wrong. */
import type { Random } from './random'

type Schema = Record<string, unknown> | boolean

const names = ['a', 'b', 'name', 'kind', 'x"y', 'ü', 'item/1', '~', '', 'constructor']
const patterns = [
  '^[a-z]{2,5}$',
  '^\\d+$',
  'ab|c',
  '^(foo|bar)+x?$',
  '^.{3}',
  '\\s',
  '^[^"]*$',
  '^(a*b*)*$',
  '(?=x)',
  '^\\p{L}$',
  '[',
  '^\\w+@\\w+$',
  '^$',
]
const formats = [
  'date',
  'time',
  'date-time',
  'email',
  'uuid',
  'ipv4',
  'ipv6',
  'hostname',
  'duration',
  'uri',
  'json-pointer',
  'phone',
  'iri',
]
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  2.5,
  1e21,
  '',
  'a',
  'x"y\n',
  '\u{1f600}',
  [],
  [1, 'a'],
  {},
  { a: 1 },
  { b: [null] },
]
const refused = ['not', 'if', 'uniqueItems', 'contains', 'propertyNames', 'dependentRequired', 'unevaluatedProperties']

export class RandomSchemas {
  private definitions: string[] = []

  constructor(private readonly random: Random) {}

  next(): Schema {
    this.definitions = this.random.chance(0.4) ? ['node', 'other'].slice(0, 1 + this.random.below(2)) : []
    const schema = this.schema(3)
    if (this.definitions.length === 0 || typeof schema === 'boolean') return schema
    return { ...schema, $defs: Object.fromEntries(this.definitions.map((name) => [name, this.schema(2)])) }
  }

  private schema(depth: number): Schema {
    const { random } = this
    if (random.chance(0.04)) return random.chance(0.7)
    if (this.definitions.length > 0 && random.chance(0.15)) return { $ref: `#/$defs/${random.one(this.definitions)}` }
    if (random.chance(0.04)) return { $ref: random.one(['#', '#/properties/a', '#/nowhere', 'other.json']) }
    const base = this.plain(depth)
    if (depth > 0 && random.chance(0.1)) base.anyOf = this.some(depth)
    if (depth > 0 && random.chance(0.08)) base.oneOf = this.some(depth)
    if (depth > 0 && random.chance(0.08)) base.allOf = this.some(depth)
    if (random.chance(0.02)) base[random.one(refused)] = random.one([true, {}, ['a'], { a: ['b'] }])
    if (random.chance(0.02)) base[random.one(['type', 'minLength', 'properties', 'required', 'minimum', 'items'])] = random.one(values)
    if (random.chance(0.05)) base.title = 'A title'
    return base
  }

  private some = (depth: number): Schema[] => Array.from({ length: 1 + this.random.below(3) }, () => this.schema(depth - 1))

  private plain(depth: number): Record<string, unknown> {
    const { random } = this
    if (random.chance(0.08)) return { const: random.one(values) }
    if (random.chance(0.08)) return { enum: Array.from({ length: 1 + random.below(4) }, () => random.one(values)) }
    const kind = random.one(['string', 'number', 'integer', 'object', 'array', 'object', 'null', 'boolean', 'several'])
    const typed = random.chance(0.93)
    switch (kind) {
      case 'string':
        return { ...(typed ? { type: 'string' } : {}), ...this.ofString() }
      case 'number':
      case 'integer':
        return { ...(typed ? { type: kind } : {}), ...this.ofNumber() }
      case 'object':
        return { ...(typed ? { type: 'object' } : {}), ...(depth > 0 ? this.ofObject(depth) : {}) }
      case 'array':
        return { ...(typed ? { type: 'array' } : {}), ...(depth > 0 ? this.ofArray(depth) : {}) }
      case 'several':
        return { type: ['string', random.one(['null', 'integer', 'object'])] }
      default:
        return { type: kind }
    }
  }

  private ofString(): object {
    const { random } = this
    const least = random.below(4)
    return {
      ...(random.chance(0.25) ? { minLength: least } : {}),
      ...(random.chance(0.25) ? { maxLength: least + random.below(6) } : {}),
      ...(random.chance(0.2) ? { pattern: random.one(patterns) } : {}),
      ...(random.chance(0.2) ? { format: random.one(formats) } : {}),
    }
  }

  private ofNumber(): object {
    const { random } = this
    const bound = () => random.one([random.below(200) - 100, (random.below(20000) - 10000) / 100, random.below(10), 1e15, -1e21, 1e-7, 0.1])
    return {
      ...(random.chance(0.35) ? { [random.one(['minimum', 'exclusiveMinimum'])]: bound() } : {}),
      ...(random.chance(0.35) ? { [random.one(['maximum', 'exclusiveMaximum'])]: bound() } : {}),
      ...(random.chance(0.08) ? { multipleOf: random.one([1, 10, 100, 0.5, 3]) } : {}),
    }
  }

  private ofObject(depth: number): object {
    const { random } = this
    const share = random.chance(0.05) ? 0.8 : 0.25
    const own = names.filter(() => random.chance(share))
    const required = [...own.filter(() => random.chance(0.5)), ...(random.chance(0.05) ? ['elsewhere'] : [])]
    return {
      ...(own.length > 0 ? { properties: Object.fromEntries(own.map((name) => [name, this.schema(depth - 1)])) } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(random.chance(0.6) ? { additionalProperties: random.chance(0.8) ? false : this.schema(depth - 1) } : {}),
      ...(random.chance(0.1) ? { minProperties: random.below(3) } : {}),
      ...(random.chance(0.1) ? { maxProperties: random.below(4) } : {}),
      ...(random.chance(0.06) ? { patternProperties: { [random.one(patterns)]: this.schema(depth - 1) } } : {}),
    }
  }

  private ofArray(depth: number): object {
    const { random } = this
    return {
      ...(random.chance(0.6) ? { items: this.schema(depth - 1) } : {}),
      ...(random.chance(0.2) ? { prefixItems: this.some(depth) } : {}),
      ...(random.chance(0.2) ? { minItems: random.below(4) } : {}),
      ...(random.chance(0.3) ? { maxItems: random.below(6) } : {}),
    }
  }
}
