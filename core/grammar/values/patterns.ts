import type { CodePoints } from '../characters/code-points'
import type { RegexNode } from '../characters/regex-node'
import { ambiguousRule } from '../gbnf/ambiguity'
import { determine, type State } from '../gbnf/determine'
import { choice, type Expression, empty, oneOf, repeat, sequence } from '../gbnf/expression'
import { refuse } from '../problems/problems'
import { characterOf } from './json-text'

/** `build` gets the reference to the rule, because rules can refer to themselves. */
export type AddRule = (hint: string, build: (self: Expression) => Expression) => Expression

/** The texts of a pattern. If llama.cpp could read them in too many ways, each state of a deterministic automaton becomes a rule. */
export function patternExpression(node: RegexNode, pointer: string, addRule: AddRule): Expression {
  const plain = expressionOf(node, oneOf)
  if (ambiguousRule(new Map([['pattern', plain]])) === undefined) return expressionOf(node, characterOf)
  const start = determine(plain)
  if (!start) return refuse(pointer, 'pattern-ambiguous')
  const known = new Map<State, Expression>()
  const ruleOf = (state: State): Expression =>
    known.get(state) ??
    addRule('text', (self) => {
      known.set(state, self)
      const next = [...state.next].map(([to, set]) => sequence(characterOf(set), ruleOf(to)))
      return choice(...next, ...(state.canEnd ? [empty] : []))
    })
  return ruleOf(start)
}

function expressionOf(node: RegexNode, character: (set: CodePoints) => Expression): Expression {
  const inner = (part: RegexNode) => expressionOf(part, character)
  switch (node.kind) {
    case 'set':
      return character(node.set)
    case 'sequence':
      return sequence(...node.items.map(inner))
    case 'choice':
      return choice(...node.options.map(inner))
    case 'repeat':
      return repeat(inner(node.item), node.least, node.most)
  }
}
