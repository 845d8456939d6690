/** Walks through a grammar at random. */
import type { CodePoints } from '../characters/code-points'
import type { Expression, Rules } from '../gbnf/expression'
import { parseGbnf } from '../gbnf/parse-gbnf'
import type { Random } from './random'

const unreachable = 1e9

export class RandomTexts {
  private readonly rules: Rules
  /** By rule: the fewest nested rules that a complete text needs. */
  private readonly depths = new Map<string, number>()
  private written = ''
  private mostCharacters = 0

  constructor(source: string) {
    this.rules = parseGbnf(source)
    for (let changed = true; changed; ) {
      changed = false
      for (const [name, expression] of this.rules) {
        const depth = this.depthOf(expression) + 1
        if (depth >= (this.depths.get(name) ?? unreachable)) continue
        this.depths.set(name, depth)
        changed = true
      }
    }
  }

  /** After about `mostCharacters`, it ends as soon as the grammar allows. */
  next(random: Random, mostCharacters = 300): string {
    this.written = ''
    this.mostCharacters = mostCharacters
    this.write({ kind: 'rule', name: 'root' }, random)
    return this.written
  }

  private write(expression: Expression, random: Random): void {
    const isLong = this.written.length > this.mostCharacters
    switch (expression.kind) {
      case 'text':
        this.written += expression.text
        return
      case 'set':
        this.written += characterFrom(expression.set, random)
        return
      case 'rule':
        this.write(this.rules.get(expression.name) as Expression, random)
        return
      case 'sequence':
        for (const item of expression.items) this.write(item, random)
        return
      case 'choice': {
        const shortest = Math.min(...expression.options.map((option) => this.depthOf(option)))
        const options = isLong ? expression.options.filter((option) => this.depthOf(option) === shortest) : expression.options
        this.write(random.one(options), random)
        return
      }
      case 'repeat': {
        const { item, least, most } = expression
        for (let count = 0; count < (most ?? Number.POSITIVE_INFINITY); count++) {
          const mayEnd = count >= least
          if (mayEnd && (this.written.length > this.mostCharacters || random.chance(0.3))) return
          this.write(item, random)
        }
      }
    }
  }

  private depthOf(expression: Expression): number {
    switch (expression.kind) {
      case 'text':
      case 'set':
        return 0
      case 'rule':
        return this.depths.get(expression.name) ?? unreachable
      case 'sequence':
        return Math.max(0, ...expression.items.map((item) => this.depthOf(item)))
      case 'choice':
        return Math.min(unreachable, ...expression.options.map((option) => this.depthOf(option)))
      case 'repeat':
        return expression.least === 0 ? 0 : this.depthOf(expression.item)
    }
  }
}

function characterFrom(set: CodePoints, random: Random): string {
  const [first, last] = random.one(set)
  const readable = random.chance(0.8) ? Math.min(last, Math.max(first, 0x7e)) : last
  return String.fromCodePoint(first + random.below(readable - first + 1))
}
