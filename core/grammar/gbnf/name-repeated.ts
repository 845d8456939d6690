import { mostRepetitions } from '../problems/problems'
import { type Expression, isGroup, type Rules, repeat, rule } from './expression'

/**
 * llama.cpp limits the number of copies times the number of rules that it makes of the repeated group, and refuses `([a-z]{1,9} ","){300}`.
 * A reference to a rule counts as one, so groups above the limit become rules.
 */
export function nameRepeated(rules: Rules): Rules {
  const all = new Map<string, Expression>()
  for (const [name, expression] of rules) {
    let count = 0
    const nextName = (): string => {
      const next = `${name}-${++count}`
      return rules.has(next) ? nextName() : next
    }
    const made: [string, Expression][] = []
    all.set(
      name,
      withNames(expression, (item) => {
        const next = nextName()
        made.push([next, item])
        return rule(next)
      }),
    )
    for (const [next, item] of made) all.set(next, item)
  }
  return all
}

function withNames(expression: Expression, named: (item: Expression) => Expression): Expression {
  const inner = (item: Expression) => withNames(item, named)
  switch (expression.kind) {
    case 'text':
    case 'set':
    case 'rule':
      return expression
    case 'sequence':
      return { ...expression, items: expression.items.map(inner) }
    case 'choice':
      return { ...expression, options: expression.options.map(inner) }
    case 'repeat': {
      const { least, most } = expression
      const item = inner(expression.item)
      const copies = most || least || 1
      return repeat((1 + madeRules(item)) * copies > mostRepetitions && isGroup(item) ? named(item) : item, least, most)
    }
  }
}

/** At most as many rules llama.cpp makes of the expression, with those that it refers to. */
function madeRules(expression: Expression): number {
  switch (expression.kind) {
    case 'text':
    case 'set':
      return 0
    case 'rule':
      return 1
    case 'sequence':
      return expression.items.reduce((sum, item) => sum + madeRules(item), 0)
    case 'choice':
      return expression.options.reduce((sum, option) => sum + madeRules(option), 1)
    case 'repeat':
      return 2 + madeRules(expression.item) + (expression.most ?? expression.least) - expression.least
  }
}
