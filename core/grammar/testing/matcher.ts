/** Recognizes texts as llama.cpp does: with a set of stacks, each of which is one way to continue. */
import { type CodePoints, codeOf, holds } from '../characters/code-points'
import type { Expression, Rules } from '../gbnf/expression'
import { parseGbnf } from '../gbnf/parse-gbnf'

/** What comes after the current position; null: the end. Equal continuations are the same object. */
interface Stack {
  readonly id: number
  readonly expression: Expression
  readonly below: Stack | null
}

export class Matcher {
  private readonly rules: Rules
  private readonly stacks = new Map<string, Stack>()
  private readonly expressions = new Map<Expression, number>()
  private readonly shorter = new Map<string, Expression>()
  private readonly closures = new Map<number, Frontier>()

  constructor(source: string) {
    this.rules = parseGbnf(source)
  }

  accepts(text: string): boolean {
    let frontier = this.closure(this.push({ kind: 'rule', name: 'root' }, null))
    for (const character of text) {
      const code = codeOf(character)
      const next = frontier.waiting.filter(({ set }) => holds(set, code)).map(({ after }) => this.closure(after))
      frontier = joined(next)
      if (frontier.waiting.length === 0 && !frontier.canEnd) return false
    }
    return frontier.canEnd
  }

  private push(expression: Expression, below: Stack | null): Stack {
    const known = this.expressions.get(expression)
    const number = known ?? this.expressions.size
    if (known === undefined) this.expressions.set(expression, number)
    const key = `${number} ${below?.id ?? -1}`
    const made = this.stacks.get(key) ?? { id: this.stacks.size, expression, below }
    this.stacks.set(key, made)
    return made
  }

  /** Everything that may come next. */
  private closure(start: Stack | null): Frontier {
    if (start === null) return { waiting: [], canEnd: true }
    const known = this.closures.get(start.id)
    if (known) return known
    const waiting = new Map<string, Waiting>()
    const seen = new Set<Stack>()
    let canEnd = false
    const open: (Stack | null)[] = [start]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === null) canEnd = true
      else if (!seen.has(next)) {
        seen.add(next)
        const step = this.step(next)
        if ('set' in step) waiting.set(`${next.id}`, step)
        else open.push(...step.to)
      }
    }
    const made = { waiting: [...waiting.values()], canEnd }
    this.closures.set(start.id, made)
    return made
  }

  private step({ expression, below }: Stack): Waiting | { readonly to: (Stack | null)[] } {
    switch (expression.kind) {
      case 'set':
        return { set: expression.set, after: below }
      case 'text': {
        const [first, ...rest] = Array.from(expression.text)
        if (first === undefined) return { to: [below] }
        const code = codeOf(first)
        return { set: [[code, code]], after: rest.length === 0 ? below : this.push(this.textOf(rest.join('')), below) }
      }
      case 'rule':
        return { to: [this.push(this.rules.get(expression.name) as Expression, below)] }
      case 'choice':
        return { to: expression.options.map((option) => this.push(option, below)) }
      case 'sequence':
        return { to: [expression.items.reduceRight<Stack | null>((under, item) => this.push(item, under), below)] }
      case 'repeat': {
        const { item, least, most } = expression
        const end = least === 0 ? [below] : []
        if (most === 0) return { to: [below] }
        const rest = this.fewer(expression, Math.max(0, least - 1), most === null ? null : most - 1)
        return { to: [...end, this.push(item, this.push(rest, below))] }
      }
    }
  }

  private textOf(text: string): Expression {
    const key = `text ${text}`
    const made: Expression = this.shorter.get(key) ?? { kind: 'text', text }
    this.shorter.set(key, made)
    return made
  }

  private fewer(expression: Extract<Expression, { kind: 'repeat' }>, least: number, most: number | null): Expression {
    if (expression.least === least && expression.most === most) return expression
    const item = this.push(expression.item, null).id
    const key = `repeat ${item} ${least} ${most}`
    const made = this.shorter.get(key) ?? { ...expression, least, most }
    this.shorter.set(key, made)
    return made
  }
}

interface Waiting {
  readonly set: CodePoints
  readonly after: Stack | null
}
interface Frontier {
  readonly waiting: readonly Waiting[]
  readonly canEnd: boolean
}

function joined(frontiers: readonly Frontier[]): Frontier {
  if (frontiers.length === 1) return frontiers[0] as Frontier
  return {
    waiting: [...new Set(frontiers.flatMap(({ waiting }) => waiting))],
    canEnd: frontiers.some(({ canEnd }) => canEnd),
  }
}
