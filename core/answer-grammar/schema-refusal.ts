import type { ToolDefinition } from '../answer-syntax/messages'
import { rulesOf } from '../grammar/grammar-of'
import type { SchemaRefusal } from '../grammar/problems/problems'

/** The first reason why a grammar cannot express the schema of a tool's arguments. null if a grammar can. */
export function schemaRefusalOf({ parameters }: ToolDefinition): SchemaRefusal | null {
  const made = rulesOf(parameters)
  return 'refusals' in made ? (made.refusals[0] ?? null) : null
}
