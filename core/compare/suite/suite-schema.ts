/** The part of JSON Schema that the suite uses, and its check. */

export type SuiteSchema =
  | { readonly type: 'string'; readonly enum?: readonly string[] }
  | { readonly type: 'integer' | 'number' | 'boolean' }
  | { readonly type: 'array'; readonly items: SuiteSchema }
  | ObjectSchema

export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, SuiteSchema>>
  readonly required: readonly string[]
  readonly additionalProperties: false
}

export const objectOf = (properties: Readonly<Record<string, SuiteSchema>>): ObjectSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

export function isValid(schema: SuiteSchema, value: unknown): boolean {
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' && (schema.enum?.includes(value) ?? true)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
    case 'boolean':
      return typeof value === schema.type
    case 'array':
      return Array.isArray(value) && value.every((item) => isValid(schema.items, item))
    case 'object':
      return isValidObject(schema, value)
  }
}

function isValidObject({ properties, required }: ObjectSchema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const hasAll = required.every((key) => Object.hasOwn(value, key))
  return hasAll && Object.entries(value).every(([key, inner]) => isPropertyValid(properties, key, inner))
}

function isPropertyValid(properties: ObjectSchema['properties'], key: string, value: unknown): boolean {
  const schema = Object.hasOwn(properties, key) ? properties[key] : undefined
  return schema !== undefined && isValid(schema, value)
}
