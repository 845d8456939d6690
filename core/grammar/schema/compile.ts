/** A schema as rules. Each list of schemas that apply to the same value is one rule. */

import { choice, type Expression, never, rule, text } from '../gbnf/expression'
import { sizeOf } from '../gbnf/prune'
import { mostElements, mostRepetitions, refuse, type SchemaNoteReason } from '../problems/problems'
import { arrayExpression } from '../values/arrays'
import { formatPattern, unsupportedFormats } from '../values/formats'
import { characterRules } from '../values/json-text'
import { boundProblem, numberExpression } from '../values/numbers'
import { mostCounted, mostInAnyOrder, type ObjectLimits, objectExpression } from '../values/objects'
import type { AddRule } from '../values/patterns'
import { literals, stringExpression } from '../values/strings'
import { whiteSpaceRule } from '../values/white-space'
import { Acceptance } from './accepts'
import { type Branch, Branches, keyOf } from './branches'
import { Children, longestPrefix, matches } from './children'
import { Disjointness } from './disjoint'
import type { Kind } from './json'
import type { Report } from './keywords'
import { type Location, Locations } from './locations'
import {
  has,
  highest,
  keywordsOf,
  kindsOf,
  leastBound,
  leastCount,
  lowest,
  mostBound,
  patternSources,
  patternsOf,
  propertyNames,
  requiredNames,
} from './merge'

export const rootRule = 'root'
const mostRules = 5000

export class SchemaCompiler {
  readonly rules = new Map<string, Expression>()
  private readonly names = new Map<string, string>()
  private readonly open: { name: string; locations: readonly Location[] }[] = []
  private readonly locations: Locations
  private readonly branches: Branches
  private readonly children: Children
  private readonly disjointness: Disjointness
  private size = 0

  constructor(
    document: unknown,
    private readonly report: Report,
  ) {
    this.locations = new Locations(document)
    this.children = new Children(this.locations)
    this.branches = new Branches(this.locations, report, (a, b) => this.disjointness.areDisjoint(a, b))
    const branchesOf = (of: readonly Location[]) => this.branches.ofAll(of)
    this.disjointness = new Disjointness(new Acceptance(this.children, branchesOf), this.children, branchesOf)
  }

  compile(): void {
    this.names.set(keyOf([this.locations.root]), rootRule)
    this.open.push({ name: rootRule, locations: [this.locations.root] })
    for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) {
      const { name, locations } = next
      this.define(name, choice(...this.branches.ofAll(locations).map((branch) => this.branch(branch))))
    }
    this.define('ws', whiteSpaceRule)
    for (const [name, expression] of characterRules) this.define(name, expression)
  }

  private valueOf(locations: readonly Location[]): Expression {
    const key = keyOf(locations)
    const known = this.names.get(key)
    if (known) return rule(known)
    const name = `value${this.names.size}`
    this.names.set(key, name)
    this.open.push({ name, locations })
    return rule(name)
  }

  private readonly addRule: AddRule = (hint, build) => {
    const name = `${hint}${this.rules.size}`
    this.define(name, never)
    this.define(name, build(rule(name)))
    return rule(name)
  }

  private define(name: string, expression: Expression): void {
    this.rules.set(name, expression)
    this.size += sizeOf(expression)
    if (this.size > mostElements || this.rules.size > mostRules) refuse('', 'too-large')
  }

  private branch(branch: Branch): Expression {
    const values = this.disjointness.values(branch)
    if (values) return literals(values)
    const { kinds, wholeOnly } = kindsOf(branch)
    return choice(...[...kinds].map((kind) => this.ofKind(kind, branch, wholeOnly)))
  }

  private ofKind(kind: Kind, branch: Branch, wholeOnly: boolean): Expression {
    switch (kind) {
      case 'null':
        return text('null')
      case 'boolean':
        return choice(text('true'), text('false'))
      case 'number':
        return this.number(branch, wholeOnly)
      case 'string':
        return this.string(branch)
      case 'array':
        return this.array(branch)
      case 'object':
        return this.object(branch)
    }
  }

  private number(branch: Branch, wholeOnly: boolean): Expression {
    const [least, most] = [leastBound(branch), mostBound(branch)]
    for (const [bound, isLeast] of [
      [least, true],
      [most, false],
    ] as const) {
      const problem = bound && boundProblem(bound, isLeast)
      if (problem) refuse(bound.pointer, problem)
    }
    const steps = branch.filter((location) => has(location, 'multipleOf'))
    for (const location of steps)
      if (!/^10*$/.test(String(keywordsOf(location).multipleOf))) refuse(`${location.pointer}/multipleOf`, 'not-supported')
    const step = highest(branch, 'multipleOf')?.value
    if ((step ?? 1) > 1e9) refuse(highest(branch, 'multipleOf')?.pointer ?? '', 'limit-too-high')
    return numberExpression({ wholeOnly: wholeOnly || step !== undefined, least, most, step: step ?? 1 })
  }

  private string(branch: Branch): Expression {
    for (const location of branch) {
      const { format } = keywordsOf(location) as { format?: string }
      if (format !== undefined && unsupportedFormats.has(format)) refuse(`${location.pointer}/format`, 'not-supported')
      if (format !== undefined && !formatPattern(format)) this.note(`${location.pointer}/format`, 'format-not-checked')
    }
    const least = leastCount(branch, 'minLength')
    const pointer = (lowest(branch, 'maxLength') ?? highest(branch, 'minLength'))?.pointer ?? ''
    const patterns = patternsOf(branch)
    const most = patterns.length > 0 ? (lowest(branch, 'maxLength')?.value ?? null) : this.mostCount(branch, 'maxLength', mostRepetitions)
    return stringExpression({ least, most, patterns, pointer }, this.addRule)
  }

  private array(branch: Branch): Expression {
    const least = leastCount(branch, 'minItems')
    const most = this.mostCount(branch, 'maxItems', mostRepetitions)
    const firstItems = Math.min(longestPrefix(branch), most ?? Number.POSITIVE_INFINITY)
    const first = Array.from({ length: firstItems }, (_, index) => this.valueOf(this.children.item(branch, index)))
    const others = firstItems === most ? never : this.valueOf(this.children.item(branch, firstItems))
    return arrayExpression({ first, others, least, most })
  }

  private object(branch: Branch): Expression {
    const required = requiredNames(branch)
    const names = [...new Set([...propertyNames(branch), ...required])]
    const properties = names.map((name) => ({
      name,
      value: this.valueOf(this.children.property(branch, name)),
      isRequired: required.has(name),
    }))
    if (names.length > mostInAnyOrder) this.note(this.pointerOf(branch, 'properties'), 'order-fixed')
    const others = this.others(branch, names)
    const limit = others ? mostCounted : Number.POSITIVE_INFINITY
    const most = this.mostCount(branch, 'maxProperties', limit)
    const least = highest(branch, 'minProperties')
    return objectExpression(
      {
        properties,
        others,
        least: least?.value ?? 0,
        most: !others && most !== null && most >= names.length ? null : most,
        leastPointer: least?.pointer ?? '',
      },
      this.addRule,
    )
  }

  private others(branch: Branch, names: readonly string[]): ObjectLimits['others'] {
    const schemas = this.children.others(branch)
    const isClosed = schemas.some(({ schema }) => schema === false)
    const patterns = branch.flatMap((location) => patternSources(location).map((source) => ({ location, source })))
    const [pattern] = patterns
    if (!pattern) return isClosed ? null : { value: this.valueOf(schemas) }
    const value = this.children.matching(pattern.location, pattern.source)
    const isAlone = patterns.length === 1 && branch.every((one) => one === pattern.location || !has(one, 'additionalProperties'))
    if (!isClosed || !isAlone || names.some((name) => matches(pattern.source, name))) return refuse(value.pointer, 'not-supported')
    return { value: this.valueOf([value]), pattern: { source: pattern.source, pointer: value.pointer } }
  }

  private mostCount(branch: Branch, name: string, limit: number): number | null {
    const found = lowest(branch, name)
    if (found === null || found.value <= limit) return found?.value ?? null
    this.note(found.pointer, 'limit-lowered')
    return limit
  }

  private pointerOf(branch: Branch, name: string): string {
    const location = branch.find((one) => has(one, name)) ?? branch[0]
    return location ? `${location.pointer}/${name}` : ''
  }

  private note(pointer: string, reason: SchemaNoteReason): void {
    const isKnown = this.report.notes.some((note) => note.pointer === pointer && note.reason === reason)
    if (!isKnown) this.report.notes.push({ pointer, reason })
  }
}
