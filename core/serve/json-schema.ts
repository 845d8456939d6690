import type { AnswerGrammar } from '../contract/settings/sampling'
import { grammarCharacters } from '../contract/settings/setting-ranges'
import { fieldRefused } from './refusal'

export const anyJsonObject = { type: 'object' } as const

/** Throws `api-field-refused` if the schema is longer than the contract takes. */
export function schemaGrammar(field: string, schema: unknown): AnswerGrammar {
  const text = JSON.stringify(schema)
  if (text.length > grammarCharacters)
    throw fieldRefused(field, { kind: 'zod', quoted: `The schema has more than ${grammarCharacters} characters` })
  return { kind: 'json-schema', text }
}
