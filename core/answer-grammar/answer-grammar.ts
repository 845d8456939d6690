/** The grammar that a setting asks for, or why it cannot be used. */
import type { Failure } from '../contract/errors/errors'
import type { AnswerGrammar } from '../contract/settings/sampling'
import { gbnfProblem } from '../grammar/gbnf/check-gbnf'
import { grammarOfText } from '../grammar/grammar-of'
import type { SchemaNote } from '../grammar/problems/problems'

export type CheckedGrammar = { readonly gbnf: string; readonly notes: readonly SchemaNote[] } | { readonly failure: Failure }

export function checkGrammar({ kind, text }: AnswerGrammar): CheckedGrammar {
  if (kind === 'gbnf') {
    const problem = gbnfProblem(text)
    return problem ? { failure: { code: 'grammar-invalid', facts: { problem: { kind: 'flaw', ...problem } } } } : { gbnf: text, notes: [] }
  }
  const made = grammarOfText(text)
  return 'refusals' in made
    ? { failure: { code: 'schema-refused', facts: { refusals: [...made.refusals] } } }
    : { gbnf: made.grammar, notes: made.notes }
}
