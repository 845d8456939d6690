/** A rule for each state that writing an object can be in: which properties are written, and how many others. */

import { parseRegex } from '../characters/parse-regex'
import { withoutEmptyRounds } from '../characters/regex-node'
import { choice, type Expression, never, sequence, text } from '../gbnf/expression'
import { refuse } from '../problems/problems'
import { anyTextBut } from './json-text'
import { type AddRule, patternExpression } from './patterns'
import { literal } from './strings'
import { colon, comma, space } from './white-space'

export interface PropertyOf {
  readonly name: string
  readonly value: Expression
  readonly isRequired: boolean
}
export interface ObjectLimits {
  readonly properties: readonly PropertyOf[]
  /** Any other property; null if the schema allows no others. */
  readonly others: { readonly value: Expression; readonly pattern?: { readonly source: string; readonly pointer: string } } | null
  readonly least: number
  readonly most: number | null
  readonly leastPointer: string
}

/** In any order, each set of written properties needs a rule: 2^n rules. */
export const mostInAnyOrder = 5
/** In the schema's order, the rule of each property lists every property that may come next. */
const mostProperties = 300
/** The most properties that can be counted if other names are possible. */
export const mostCounted = 64

interface State {
  /** In any order: a bit per property. In the schema's order: how many properties are behind. */
  readonly progress: number
  /** Other names can repeat, so only the first one is sure to count. */
  readonly surely: number
  readonly hasOther: boolean
  readonly written: number
}

export function objectExpression(limits: ObjectLimits, addRule: AddRule): Expression {
  const { least, most, properties, others } = limits
  if (properties.length > mostProperties) refuse('', 'too-large')
  if (most !== null && least > most) return never
  if (others && least > properties.length + 1) refuse(limits.leastPointer, 'names-may-repeat')
  const machine = new ObjectStates(limits, addRule)
  return sequence(text('{'), space, machine.start(), text('}'))
}

class ObjectStates {
  private readonly known = new Map<string, Expression>()
  private readonly inAnyOrder: boolean
  private readonly pairs: readonly Expression[]
  private readonly otherPair: Expression

  constructor(
    private readonly limits: ObjectLimits,
    private readonly addRule: AddRule,
  ) {
    this.inAnyOrder = limits.properties.length <= mostInAnyOrder
    this.pairs = limits.properties.map(({ name, value }) => this.pair(literal(name), value))
    this.otherPair = limits.others ? this.pair(this.otherName(limits.others), limits.others.value) : never
  }

  start(): Expression {
    const state: State = { progress: 0, surely: 0, hasOther: false, written: 0 }
    return choice(...this.next(state).map(({ entry, to }) => sequence(entry, this.rest(to))), ...this.end(state))
  }

  /** What follows a property. */
  private rest(state: State): Expression {
    const key = `${state.progress} ${state.surely} ${state.hasOther} ${state.written}`
    const known = this.known.get(key)
    if (known) return known
    return this.addRule('object', (self) => {
      this.known.set(key, self)
      return choice(...this.end(state), ...this.next(state).map(({ entry, to }) => sequence(comma, entry, this.rest(to))))
    })
  }

  private end(state: State): Expression[] {
    const { properties, least } = this.limits
    const isComplete = properties.every(({ isRequired }, index) => !isRequired || this.isBehind(state, index))
    return isComplete && state.surely >= least ? [space] : []
  }

  private isBehind({ progress }: State, index: number): boolean {
    return this.inAnyOrder ? (progress & (1 << index)) !== 0 : index < progress
  }

  private next(state: State): { entry: Expression; to: State }[] {
    const { properties, others, least, most } = this.limits
    if (most !== null && state.written >= most) return []
    const written = most === null ? 0 : state.written + 1
    const surely = Math.min(state.surely + 1, least)
    const steps: { entry: Expression; to: State }[] = []
    for (const [index, { isRequired }] of properties.entries()) {
      if (this.isBehind(state, index)) continue
      const progress = this.inAnyOrder ? state.progress | (1 << index) : index + 1
      steps.push({ entry: this.pairs[index] as Expression, to: { ...state, progress, surely, written } })
      if (!this.inAnyOrder && isRequired) return steps
    }
    if (others) {
      const progress = this.inAnyOrder ? state.progress : properties.length
      const to: State = { progress, surely: state.hasOther ? state.surely : surely, hasOther: true, written }
      steps.push({ entry: this.otherPair, to })
    }
    return steps
  }

  private pair(name: Expression, value: Expression): Expression {
    return this.addRule('pair', () => sequence(name, colon, value))
  }

  private otherName({ pattern }: NonNullable<ObjectLimits['others']>): Expression {
    if (!pattern) return sequence(text('"'), anyTextBut(this.limits.properties.map(({ name }) => name)), text('"'))
    const parsed = parseRegex(pattern.source)
    if ('reason' in parsed) return refuse(pattern.pointer, parsed.reason)
    return sequence(text('"'), patternExpression(withoutEmptyRounds(parsed.node), pattern.pointer, this.addRule), text('"'))
  }
}
