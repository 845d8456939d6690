import { CodedError } from '../contract/errors/coded-error'
import type { AnswerGrammar } from '../contract/settings/sampling'
import { checkGrammar } from './answer-grammar'

/** Returns GBNF. Throws `schema-refused`, `grammar-invalid`. */
export function assertGrammar(grammar: AnswerGrammar): string {
  const checked = checkGrammar(grammar)
  if ('failure' in checked) throw new CodedError(checked.failure)
  return checked.gbnf
}
