import { checkGrammar } from '../../../core/answer-grammar/answer-grammar'
import type { AnswerGrammar } from '../../../core/contract/settings/sampling'
import { copy } from '../../../core/copy/copy'
import { describeFailure } from '../../../core/copy/failures'

export interface GrammarState {
  readonly problem: string | undefined
  readonly notes: readonly string[]
}

let last: { readonly grammar: AnswerGrammar; readonly state: GrammarState } | undefined

/** The form and the button below it ask for the same grammar. */
export function grammarState(grammar: AnswerGrammar): GrammarState {
  if (last?.grammar.kind === grammar.kind && last.grammar.text === grammar.text) return last.state
  const checked = checkGrammar(grammar)
  const state: GrammarState =
    'failure' in checked
      ? { problem: describeFailure(checked.failure), notes: [] }
      : { problem: undefined, notes: checked.notes.map((note) => copy.settings.grammar.note(note)) }
  last = { grammar, state }
  return state
}
