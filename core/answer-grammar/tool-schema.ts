import type { ToolDefinition } from '../answer-syntax/messages'
import { grammarCharacters } from '../contract/settings/setting-ranges'
import type { Rules } from '../grammar/gbnf/expression'
import { rulesOf, type SchemaRefused } from '../grammar/grammar-of'
import type { SchemaRefusal } from '../grammar/problems/problems'
import { isAnnotation } from '../grammar/schema/keywords'

/** A reference to the whole schema, for example, means something else if the schema changes or becomes a part of another. */
export const refersOnlyToDefinitions = (schema: unknown): boolean =>
  !/"\$ref":"(?!#\/(?:\$defs|definitions)\/)/.test(JSON.stringify(schema))

/**
 * Like llama.cpp, forbids arguments that the tool's schema does not name, unless the schema says something about such arguments. A small
 * model would otherwise write properties until the context is full.
 */
function withoutOtherProperties(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return schema
  const named = Object.keys(schema.properties ?? {})
  const isSilent = Object.keys(schema).every((keyword) => isAnnotation(keyword) || ['type', 'properties', 'required'].includes(keyword))
  const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : []
  const isClosed = isSilent && required.every((name) => named.includes(name)) && refersOnlyToDefinitions(schema)
  return isClosed ? { ...schema, additionalProperties: false } : schema
}

/** Refuses a schema of more than 65,536 characters, because a server could send one that takes minutes to convert. */
export function toolSchemaRules(schema: unknown): { readonly rules: Rules } | SchemaRefused {
  const text = JSON.stringify(schema)
  return text.length > grammarCharacters
    ? { refusals: [{ pointer: '', reason: 'too-large' }] }
    : rulesOf(withoutOtherProperties(JSON.parse(text)))
}

/** The first part of the schema of a tool's arguments that a grammar cannot express, and why. null if a grammar can express all of it. */
export function schemaRefusalOf({ parameters }: ToolDefinition): SchemaRefusal | null {
  const made = toolSchemaRules(parameters)
  return 'refusals' in made ? (made.refusals[0] ?? null) : null
}
