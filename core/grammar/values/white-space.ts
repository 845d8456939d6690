import { codePointsOf } from '../characters/code-points'
import { choice, type Expression, optional, repeat, rule, sequence, text } from '../gbnf/expression'

/** Nothing, a space, or a line break with an indentation. More would let a model write white space without end. */
export const whiteSpaceRule: Expression = optional(
  choice(text(' '), sequence(text('\n'), repeat({ kind: 'set', set: codePointsOf(' \t') }, 0, 20))),
)
export const space = rule('ws')

/** Separates a name from its value. */
export const colon: Expression = sequence(text(':'), space)
export const comma: Expression = sequence(text(','), space)
