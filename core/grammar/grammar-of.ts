/** JSON Schema (2020-12) as GBNF. What a grammar cannot express is refused by name. */

import type { Rules } from './gbnf/expression'
import { printGbnf } from './gbnf/print-gbnf'
import { prune } from './gbnf/prune'
import { Refused, type SchemaNote, type SchemaRefusal } from './problems/problems'
import { rootRule, SchemaCompiler } from './schema/compile'
import type { Report } from './schema/keywords'

export interface SchemaGrammar {
  readonly grammar: string
  readonly notes: readonly SchemaNote[]
}
export interface SchemaRefused {
  readonly refusals: readonly SchemaRefusal[]
}

/** Every text of the grammar is JSON that is valid for the schema. */
export function grammarOf(schema: unknown): SchemaGrammar | SchemaRefused {
  const made = rulesOf(schema)
  return 'refusals' in made ? made : { grammar: printGbnf(made.rules), notes: made.notes }
}

/** The first rule is `root`. */
export function rulesOf(schema: unknown): { readonly rules: Rules; readonly notes: readonly SchemaNote[] } | SchemaRefused {
  const report: Report = { refusals: [], notes: [] }
  const compiler = new SchemaCompiler(schema, report)
  try {
    compiler.compile()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    report.refusals.push(error.refusal)
  }
  if (report.refusals.length > 0) return { refusals: report.refusals }
  const rules = prune(compiler.rules, rootRule)
  if (!rules) return { refusals: [{ pointer: '', reason: 'no-value-possible' }] }
  return { rules, notes: report.notes }
}

export function grammarOfText(text: string): SchemaGrammar | SchemaRefused {
  let schema: unknown
  try {
    schema = JSON.parse(text)
  } catch {
    return { refusals: [{ pointer: '', reason: 'not-json' }] }
  }
  return grammarOf(schema)
}
