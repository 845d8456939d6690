/** Where schemas are, and what `$ref` means there. */
import type { SchemaRefusalReason } from '../problems/problems'
import { isObject } from './json'

export interface Location {
  readonly schema: unknown
  /** A JSON pointer from the root of the document. */
  readonly pointer: string
  /** The address that references are relative to. */
  readonly base: string
}

export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const documentBase = 'schema:///'
const deepest = 500

/** Keywords whose value contains schemas. */
const inOne = [
  'additionalProperties',
  'propertyNames',
  'items',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
]
const inList = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const inMap = ['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas']

export class Locations {
  readonly root: Location
  private readonly byAddress = new Map<string, Location>()

  constructor(document: unknown) {
    this.root = { schema: document, pointer: '', base: baseOf(document, documentBase) }
    this.index(this.root, 0)
    this.byAddress.set(documentBase, this.root)
  }

  child({ schema, pointer, base }: Location, ...names: readonly (string | number)[]): Location {
    let found: Location = { schema, pointer, base }
    for (const name of names) {
      const value = (found.schema as Record<string | number, unknown>)[name]
      found = { schema: value, pointer: `${found.pointer}/${escapePointer(String(name))}`, base: baseOf(value, found.base) }
    }
    return found
  }

  resolve({ base }: Location, reference: string): Location | SchemaRefusalReason {
    const address = addressOf(reference, base)
    if (address === undefined) return 'reference-not-found'
    const [resource, fragment = ''] = address.split('#') as [string, string?]
    const target = this.byAddress.get(resource)
    if (!target) return 'reference-to-other-document'
    if (fragment === '') return target
    if (!fragment.startsWith('/')) return this.byAddress.get(address) ?? 'reference-not-found'
    return this.follow(target, fragment) ?? 'reference-not-found'
  }

  private follow(start: Location, fragment: string): Location | undefined {
    let path: string
    try {
      path = decodeURIComponent(fragment)
    } catch {
      return undefined
    }
    let found = start
    for (const escaped of path.slice(1).split('/')) {
      const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
      const { schema } = found
      const isIndex = Array.isArray(schema) && /^(?:0|[1-9]\d*)$/.test(name) && Number(name) < schema.length
      if (!isIndex && !(isObject(schema) && Object.hasOwn(schema, name))) return undefined
      found = this.child(found, name)
    }
    return found
  }

  private index(location: Location, depth: number): void {
    const { schema, base } = location
    if (!isObject(schema) || depth > deepest) return
    if (typeof schema.$id === 'string') this.add(base, location)
    for (const name of ['$anchor', '$dynamicAnchor']) if (typeof schema[name] === 'string') this.add(`${base}#${schema[name]}`, location)
    for (const name of inOne) if (Object.hasOwn(schema, name)) this.index(this.child(location, name), depth + 1)
    for (const name of [...inList, ...inMap]) {
      const value = schema[name]
      const isSchemas = inList.includes(name) ? Array.isArray(value) : isObject(value)
      if (isSchemas && Object.hasOwn(schema, name))
        for (const key of Object.keys(value as object)) this.index(this.child(location, name, key), depth + 1)
    }
  }

  private add(address: string, location: Location): void {
    if (!this.byAddress.has(address)) this.byAddress.set(address, location)
  }
}

function baseOf(schema: unknown, base: string): string {
  if (!isObject(schema) || typeof schema.$id !== 'string') return base
  return addressOf(schema.$id, base)?.split('#')[0] ?? base
}

function addressOf(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href
  } catch {
    return undefined
  }
}
