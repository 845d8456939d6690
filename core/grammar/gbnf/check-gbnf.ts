import { ambiguousRule } from './ambiguity'
import type { Expression, Rules } from './expression'
import { GrammarInvalid, type GrammarProblem, parseGbnf } from './parse-gbnf'
import { rulesIn } from './prune'

/** Why llama.cpp would refuse the grammar, or compute for minutes with it. */
export function gbnfProblem(source: string): GrammarProblem | undefined {
  try {
    return problemOf(parseGbnf(source), source)
  } catch (error) {
    if (error instanceof GrammarInvalid) return error.problem
    throw error
  }
}

function problemOf(rules: Rules, source: string): GrammarProblem | undefined {
  if (!rules.has('root')) return { flaw: 'no-root', line: 1 }
  const lineOf = (name: string) => {
    const found = new RegExp(`^[ \\t]*${name}[ \\t]*::=`, 'm').exec(source)
    return found ? source.slice(0, found.index).split('\n').length : 1
  }
  for (const [name, expression] of rules)
    if (rulesIn(expression).some((used) => !rules.has(used))) return { flaw: 'unknown-rule', line: lineOf(name) }
  const recursive = leftRecursiveRule(rules)
  if (recursive !== undefined) return { flaw: 'left-recursion', line: lineOf(recursive) }
  const ambiguous = ambiguousRule(rules)
  return ambiguous === undefined ? undefined : { flaw: 'too-ambiguous', line: lineOf(ambiguous) }
}

function leftRecursiveRule(rules: Rules): string | undefined {
  const nullable = nullableRules(rules)
  const first = new Map([...rules].map(([name, expression]) => [name, firstRules(expression, nullable)]))
  const done = new Set<string>()
  for (const start of rules.keys()) {
    const path: { name: string; rest: string[] }[] = [{ name: start, rest: [...(first.get(start)?.names ?? [])] }]
    const onPath = new Set([start])
    if (first.get(start)?.repeatsEmpty) return start
    while (path.length > 0 && !done.has(start)) {
      const top = path.at(-1) as { name: string; rest: string[] }
      const next = top.rest.pop()
      if (next === undefined) {
        path.pop()
        onPath.delete(top.name)
        done.add(top.name)
      } else if (onPath.has(next)) return next
      else if (!done.has(next)) {
        path.push({ name: next, rest: [...(first.get(next)?.names ?? [])] })
        onPath.add(next)
      }
    }
  }
  return undefined
}

function nullableRules(rules: Rules): Set<string> {
  const nullable = new Set<string>()
  for (let before = -1; before !== nullable.size; ) {
    before = nullable.size
    for (const [name, expression] of rules) if (isNullable(expression, nullable)) nullable.add(name)
  }
  return nullable
}

function isNullable(expression: Expression, rules: ReadonlySet<string>): boolean {
  switch (expression.kind) {
    case 'text':
      return expression.text === ''
    case 'set':
      return false
    case 'rule':
      return rules.has(expression.name)
    case 'sequence':
      return expression.items.every((item) => isNullable(item, rules))
    case 'choice':
      return expression.options.some((option) => isNullable(option, rules))
    case 'repeat':
      return expression.least === 0 || isNullable(expression.item, rules)
  }
}

interface First {
  readonly names: readonly string[]
  /** llama.cpp turns an unlimited repetition into a rule that refers to itself, so repeating something that can be empty counts as left recursion. */
  readonly repeatsEmpty: boolean
}

function firstRules(expression: Expression, nullable: ReadonlySet<string>): First {
  switch (expression.kind) {
    case 'text':
    case 'set':
      return { names: [], repeatsEmpty: false }
    case 'rule':
      return { names: [expression.name], repeatsEmpty: false }
    case 'choice': {
      const parts = expression.options.map((option) => firstRules(option, nullable))
      return { names: parts.flatMap(({ names }) => names), repeatsEmpty: parts.some((part) => part.repeatsEmpty) }
    }
    case 'repeat': {
      const { names, repeatsEmpty } = firstRules(expression.item, nullable)
      return { names, repeatsEmpty: repeatsEmpty || (expression.most === null && isNullable(expression.item, nullable)) }
    }
    case 'sequence': {
      const solid = expression.items.findIndex((item) => !isNullable(item, nullable))
      const reachable = solid < 0 ? expression.items.length : solid + 1
      const parts = expression.items.map((item) => firstRules(item, nullable))
      return { names: parts.slice(0, reachable).flatMap(({ names }) => names), repeatsEmpty: parts.some((part) => part.repeatsEmpty) }
    }
  }
}
