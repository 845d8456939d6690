import { type CheckedGrammar, checkGrammar } from '../../../core/answer-grammar/answer-grammar'
import type { AnswerGrammar } from '../../../core/contract/settings/sampling'
import { copy } from '../../../core/copy/copy'
import { describeFailure } from '../../../core/copy/failures'

export interface GrammarState {
  readonly problem: string | undefined
  readonly notes: readonly string[]
}

let last: { readonly grammar: AnswerGrammar; readonly checked: CheckedGrammar } | undefined

export function grammarState(grammar: AnswerGrammar): GrammarState {
  const checked = checkedOnce(grammar)
  return 'failure' in checked
    ? { problem: describeFailure(checked.failure), notes: [] }
    : { problem: undefined, notes: checked.notes.map((note) => copy.settings.grammar.note(note)) }
}

/** The form and the button below it ask about the same grammar. */
function checkedOnce(grammar: AnswerGrammar): CheckedGrammar {
  if (last?.grammar.kind !== grammar.kind || last.grammar.text !== grammar.text) last = { grammar, checked: checkGrammar(grammar) }
  return last.checked
}
