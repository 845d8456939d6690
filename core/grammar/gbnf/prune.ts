import { choice, type Expression, isNever, never, type Rules, repeat, sequence } from './expression'

/** Removes what can never be completed, and rules that nothing uses. Returns undefined if no text is possible. */
export function prune(rules: Rules, root: string): Map<string, Expression> | undefined {
  const productive = productiveRules(rules)
  if (!productive.has(root)) return undefined
  const kept = new Map<string, Expression>()
  const visit = (name: string): void => {
    if (kept.has(name)) return
    const expression = withoutDeadEnds(rules.get(name) as Expression, productive)
    kept.set(name, expression)
    open.push(...rulesIn(expression))
  }
  const open = [root]
  for (let name = open.pop(); name !== undefined; name = open.pop()) visit(name)
  return kept
}

function productiveRules(rules: Rules): Set<string> {
  const users = new Map<string, string[]>()
  for (const [name, expression] of rules) for (const used of rulesIn(expression)) users.set(used, [...(users.get(used) ?? []), name])
  const productive = new Set<string>()
  const open = [...rules.keys()]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (productive.has(name) || !isProductive(rules.get(name) ?? never, productive)) continue
    productive.add(name)
    open.push(...(users.get(name) ?? []))
  }
  return productive
}

function isProductive(expression: Expression, productive: ReadonlySet<string>): boolean {
  switch (expression.kind) {
    case 'text':
      return true
    case 'set':
      return expression.set.length > 0
    case 'sequence':
      return expression.items.every((item) => isProductive(item, productive))
    case 'choice':
      return expression.options.some((option) => isProductive(option, productive))
    case 'repeat':
      return expression.least === 0 || isProductive(expression.item, productive)
    case 'rule':
      return productive.has(expression.name)
  }
}

function withoutDeadEnds(expression: Expression, productive: ReadonlySet<string>): Expression {
  switch (expression.kind) {
    case 'text':
    case 'set':
      return expression
    case 'rule':
      return productive.has(expression.name) ? expression : never
    case 'sequence':
      return sequence(...expression.items.map((item) => withoutDeadEnds(item, productive)))
    case 'choice':
      return choice(...expression.options.map((option) => withoutDeadEnds(option, productive)).filter((option) => !isNever(option)))
    case 'repeat':
      return repeat(withoutDeadEnds(expression.item, productive), expression.least, expression.most)
  }
}

export function rulesIn(expression: Expression): string[] {
  switch (expression.kind) {
    case 'text':
    case 'set':
      return []
    case 'rule':
      return [expression.name]
    case 'sequence':
      return expression.items.flatMap(rulesIn)
    case 'choice':
      return expression.options.flatMap(rulesIn)
    case 'repeat':
      return rulesIn(expression.item)
  }
}

/** How many elements llama.cpp makes of the expression. It copies a repeated set; of a repeated group, it copies only the reference to its rule. */
export function sizeOf(expression: Expression): number {
  switch (expression.kind) {
    case 'text':
      return expression.text.length
    case 'set':
      return expression.set.length
    case 'rule':
      return 1
    case 'sequence':
      return expression.items.reduce((sum, item) => sum + sizeOf(item), 0)
    case 'choice':
      return expression.options.reduce((sum, option) => sum + 1 + sizeOf(option), 0)
    case 'repeat': {
      const { item, least, most } = expression
      return sizeOf(item) + (item.kind === 'set' ? 1 + item.set.length : 2) * (most ?? least + 1)
    }
  }
}
