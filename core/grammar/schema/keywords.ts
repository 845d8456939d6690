/** Reads one schema object: which keywords it has, and whether their values are what JSON Schema allows. */
import type { SchemaNote, SchemaRefusal } from '../problems/problems'
import { isObject, isWritable, type Kind, kinds } from './json'
import { escapePointer, type Location } from './locations'

const annotations = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$comment',
  '$defs',
  'definitions',
  '$vocabulary',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
])
/** Whether the keyword says nothing about values. */
export const isAnnotation = (keyword: string): boolean => annotations.has(keyword)

/** `if`, `then` or `else` alone has no effect, but nobody writes it for that. */
const unsupported = new Set([
  '$dynamicRef',
  '$recursiveRef',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependentRequired',
  'propertyNames',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const older = new Set(['additionalItems', 'dependencies', '$recursiveAnchor', 'id', 'divisibleBy', 'disallow', 'extends'])

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const isText = (value: unknown): boolean => typeof value === 'string'
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value)
const isSchemaMap = (value: unknown): boolean => isObject(value) && Object.values(value).every(isSchema)
const isSchemaList = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isSchema)
const isType = (value: unknown): boolean => value === 'integer' || kinds.includes(value as Kind)
const areNames = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

const supported: Readonly<Record<string, (value: unknown) => boolean>> = {
  $ref: isText,
  allOf: isSchemaList,
  anyOf: isSchemaList,
  oneOf: isSchemaList,
  type: (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
  enum: (value) => Array.isArray(value) && isWritable(value),
  const: (value) => isWritable(value),
  minLength: isCount,
  maxLength: isCount,
  pattern: isText,
  format: isText,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  properties: isSchemaMap,
  patternProperties: isSchemaMap,
  additionalProperties: isSchema,
  required: areNames,
  minProperties: isCount,
  maxProperties: isCount,
  prefixItems: isSchemaList,
  items: isSchema,
  minItems: isCount,
  maxItems: isCount,
}

/** Each of these applies to values of one type, and says nothing about other values. */
const ofOneType = [
  ...['minLength', 'maxLength', 'pattern', 'format'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['properties', 'patternProperties', 'additionalProperties', 'required', 'minProperties', 'maxProperties'],
  ...['prefixItems', 'items', 'minItems', 'maxItems'],
]

export interface Report {
  readonly refusals: SchemaRefusal[]
  readonly notes: SchemaNote[]
}

/** Returns whether every keyword can be used. */
export function checkKeywords({ schema, pointer }: Location, { refusals, notes }: Report): boolean {
  if (typeof schema === 'boolean') return true
  if (!isObject(schema)) {
    refusals.push({ pointer, reason: 'malformed' })
    return false
  }
  const before = refusals.length
  for (const [name, value] of Object.entries(schema)) {
    const at = `${pointer}/${escapePointer(name)}`
    const check = Object.hasOwn(supported, name) ? supported[name] : undefined
    if (isAnnotation(name) || isHarmless(name, value, schema)) continue
    if (unsupported.has(name)) refusals.push({ pointer: at, reason: 'not-supported' })
    else if (older.has(name) || isOlderForm(name, value)) refusals.push({ pointer: at, reason: 'older-draft' })
    else if (!check) notes.push({ pointer: at, reason: 'unknown-keyword' })
    else if (!check(value)) refusals.push({ pointer: at, reason: 'malformed' })
  }
  if (lacksType(schema)) notes.push({ pointer, reason: 'type-missing' })
  return refusals.length === before
}

/** Keywords that are in use, but with a value that excludes nothing. */
function isHarmless(name: string, value: unknown, schema: object): boolean {
  if (name === 'uniqueItems') return value === false
  if (name === 'propertyNames' || name.startsWith('unevaluated')) return value === true
  if (name === 'dependentSchemas' || name === 'dependentRequired') return isObject(value) && Object.keys(value).length === 0
  if (name === 'minContains' || name === 'maxContains') return !Object.hasOwn(schema, 'contains')
  return false
}

const isOlderForm = (name: string, value: unknown): boolean =>
  (name === 'items' && Array.isArray(value)) || (name.startsWith('exclusive') && typeof value === 'boolean')

/** `{ "minLength": 3 }` also allows every number. */
const lacksType = (schema: Readonly<Record<string, unknown>>): boolean =>
  !['type', 'enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf'].some((name) => Object.hasOwn(schema, name)) &&
  ofOneType.some((name) => Object.hasOwn(schema, name))
