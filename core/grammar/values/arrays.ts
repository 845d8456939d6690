import { choice, type Expression, empty, isNever, never, repeat, sequence, text } from '../gbnf/expression'
import { refuse } from '../problems/problems'
import { comma, space } from './white-space'

export interface ArrayLimits {
  readonly first: readonly Expression[]
  /** Every item after the first ones. */
  readonly others: Expression
  readonly least: number
  readonly most: number | null
}

/** Each optional item is a group inside the group of the item before. */
const mostFirst = 100

export function arrayExpression({ first, others, least, most }: ArrayLimits): Expression {
  if (first.length > mostFirst) refuse('', 'too-large')
  if (most !== null && least > most) return never
  return sequence(text('['), space, items(first, { others, least, most, at: 0 }), text(']'))
}

interface Rest {
  readonly others: Expression
  readonly least: number
  readonly most: number | null
  readonly at: number
}

/** The items from `at` on, with the white space before the end. */
function items([next, ...later]: readonly Expression[], { others, least, most, at }: Rest): Expression {
  const end = at === 0 ? empty : space
  if (most !== null && at >= most) return end
  const separated = (item: Expression) => (at === 0 ? item : sequence(comma, item))
  if (next) {
    const longer = sequence(separated(next), items(later, { others, least, most, at: at + 1 }))
    return at >= least ? choice(longer, end) : longer
  }
  const needed = Math.max(0, least - at)
  const room = most === null ? null : most - at
  if (isNever(others)) return needed > 0 ? never : end
  if (at > 0) return sequence(repeat(sequence(comma, others), needed, room), space)
  const further = repeat(sequence(comma, others), Math.max(0, needed - 1), room === null ? null : room - 1)
  const list = sequence(others, further, space)
  return needed > 0 ? list : choice(list, end)
}
