import type { ToolDefinition } from '../answer-syntax/messages'
import { grammarCharacters } from '../contract/settings/setting-ranges'
import type { Rules } from '../grammar/gbnf/expression'
import { rulesOf, type SchemaRefused } from '../grammar/grammar-of'
import type { SchemaRefusal } from '../grammar/problems/problems'

/** Refuses a schema of more than 64 KiB, because converting one that a server sends could take minutes. */
export function toolSchemaRules(schema: unknown): { readonly rules: Rules } | SchemaRefused {
  const text = JSON.stringify(schema)
  return text.length > grammarCharacters ? { refusals: [{ pointer: '', reason: 'too-large' }] } : rulesOf(JSON.parse(text))
}

/** The first reason why a grammar cannot express the schema of a tool's arguments. null if a grammar can. */
export function schemaRefusalOf({ parameters }: ToolDefinition): SchemaRefusal | null {
  const made = toolSchemaRules(parameters)
  return 'refusals' in made ? (made.refusals[0] ?? null) : null
}
