/** Reads GBNF as llama.cpp does (src/llama-grammar.cpp, v0.4.0), to say where a grammar is wrong before a model is loaded. */
import { type CodePoints, type CodeRange, codeOf, everyCodePoint, lastCodePoint, union, without } from '../characters/code-points'
import { type GrammarFlaw, mostRepetitions } from '../problems/problems'
import { choice, type Expression, empty, repeat, rule, sequence, text } from './expression'

export interface GrammarProblem {
  readonly flaw: GrammarFlaw
  /** From 1. */
  readonly line: number
}

export class GrammarInvalid extends Error {
  constructor(readonly problem: GrammarProblem) {
    super(problem.flaw)
  }
}

/** Throws GrammarInvalid. */
export const parseGbnf = (source: string): Map<string, Expression> => new GbnfParser(source).rules()

const deepestGroup = 200
const mostCopiedElements = 1_000_000
const escapes: Readonly<Record<string, string>> = { t: '\t', r: '\r', n: '\n', '\\': '\\', '"': '"', '[': '[', ']': ']' }
const hexLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }
const wordCharacter = /[A-Za-z0-9-]/

class GbnfParser {
  private readonly characters: readonly string[]
  private at = 0
  private depth = 0
  private readonly names = new Set<string>()
  /** The rules that llama.cpp makes of groups and repetitions. */
  private madeRules = 0
  /** llama.cpp copies a repeated text. Of a repeated group, it copies only the reference to its rule. */
  private copiedElements = 0

  constructor(source: string) {
    this.characters = Array.from(source)
  }

  rules(): Map<string, Expression> {
    const found = new Map<string, Expression>()
    this.skipSpace(true)
    while (this.peek() !== undefined) {
      const name = this.name()
      this.skipSpace(false)
      for (const sign of '::=') this.expect(sign)
      this.skipSpace(true)
      found.set(name, this.alternatives(false))
      if (this.peek() !== undefined && this.peek() !== '\n' && this.peek() !== '\r') this.fail('unexpected-character')
      this.skipSpace(true)
    }
    return found
  }

  private alternatives(isNested: boolean): Expression {
    if (++this.depth > deepestGroup) this.fail('too-large')
    const options = [this.sequence(isNested)]
    while (this.peek() === '|') {
      this.at++
      this.skipSpace(true)
      options.push(this.sequence(isNested))
    }
    this.depth--
    return choice(...options)
  }

  private sequence(isNested: boolean): Expression {
    const items: Expression[] = []
    let copies = 1
    let copied = 1
    for (;;) {
      const rulesBefore = this.ruleCount
      const isGroup = this.peek() === '('
      const item = this.item()
      if (item) {
        items.push(item)
        copies = isGroup ? this.ruleCount - rulesBefore : 1
        copied = item.kind === 'text' && !isGroup ? item.text.length : 1
      } else {
        const counts = this.counts(isNested)
        if (!counts) break
        copies *= counts.most || counts.least || 1
        if (copies > mostRepetitions) this.fail('repeats-too-often')
        this.copiedElements += copied * copies
        if (this.copiedElements > mostCopiedElements) this.fail('too-large')
        this.madeRules += counts.most === null ? 1 : counts.most - counts.least
        const last = items.pop() ?? this.fail('nothing-to-repeat')
        items.push(repeat(last, counts.least, counts.most))
      }
      this.skipSpace(isNested)
    }
    return items.length === 0 ? empty : sequence(...items)
  }

  private item(): Expression | undefined {
    const next = this.peek()
    if (next === '"') return this.literal()
    if (next === '[') return { kind: 'set', set: this.set() }
    if (next === '.') {
      this.at++
      return { kind: 'set', set: everyCodePoint }
    }
    if (next === '(') {
      this.at++
      this.madeRules++
      this.skipSpace(true)
      const inner = this.alternatives(true)
      this.expect(')')
      return inner
    }
    return next !== undefined && wordCharacter.test(next) ? rule(this.name()) : undefined
  }

  private literal(): Expression {
    this.at++
    let written = ''
    while (this.peek() !== '"') written += this.character()
    this.at++
    return text(written)
  }

  private set(): CodePoints {
    this.at++
    const isNegated = this.peek() === '^'
    if (isNegated) this.at++
    const ranges: CodeRange[] = []
    while (this.peek() !== ']') {
      const first = codeOf(this.character())
      let last = first
      if (this.peek() === '-' && this.peek(1) !== ']') {
        this.at++
        last = codeOf(this.character())
      }
      ranges.push([first, last])
    }
    this.at++
    const set = union(ranges)
    return isNegated ? without(everyCodePoint, set) : set
  }

  private character(): string {
    const next = this.next()
    if (next !== '\\') return next
    const name = this.next()
    const digits = hexLengths[name]
    if (digits === undefined) return escapes[name] ?? this.fail('unknown-escape')
    const written = Array.from({ length: digits }, () => this.next()).join('')
    const code = /^[0-9A-Fa-f]+$/.test(written) ? Number.parseInt(written, 16) : Number.NaN
    return code <= lastCodePoint ? String.fromCodePoint(code) : this.fail('unknown-escape')
  }

  private counts(isNested: boolean): { least: number; most: number | null } | undefined {
    const sign = this.peek()
    if (sign === undefined || !'*+?{'.includes(sign)) return undefined
    this.at++
    if (sign === '*') return { least: 0, most: null }
    if (sign === '+') return { least: 1, most: null }
    if (sign === '?') return { least: 0, most: 1 }
    this.skipSpace(isNested)
    const least = this.count() ?? this.fail('unexpected-character')
    this.skipSpace(isNested)
    let most: number | null = least
    if (this.peek() === ',') {
      this.at++
      this.skipSpace(isNested)
      most = this.count() ?? null
      this.skipSpace(isNested)
    }
    this.expect('}')
    return { least, most }
  }

  private count(): number | undefined {
    let digits = ''
    for (let next = this.peek(); next !== undefined && next >= '0' && next <= '9'; next = this.peek()) {
      digits += next
      this.at++
    }
    if (Number(digits) > mostRepetitions) this.fail('repeats-too-often')
    return digits === '' ? undefined : Number(digits)
  }

  private word(): string {
    let word = ''
    for (let next = this.peek(); next !== undefined && wordCharacter.test(next); next = this.peek()) {
      word += next
      this.at++
    }
    return word === '' ? this.fail('unexpected-character') : word
  }

  private name(): string {
    const name = this.word()
    this.names.add(name)
    return name
  }

  /** Rules that llama.cpp knows at this point. */
  private get ruleCount(): number {
    return this.names.size + this.madeRules
  }

  private skipSpace(acrossLines: boolean): void {
    for (let next = this.peek(); next !== undefined; next = this.peek()) {
      if (next === '#') while (this.peek() !== undefined && this.peek() !== '\n' && this.peek() !== '\r') this.at++
      else if (next === ' ' || next === '\t' || (acrossLines && (next === '\n' || next === '\r'))) this.at++
      else return
    }
  }

  private peek(ahead = 0): string | undefined {
    return this.characters[this.at + ahead]
  }

  private next(): string {
    return this.characters[this.at++] ?? this.fail('unexpected-end')
  }

  private expect(wanted: string): void {
    if (this.peek() === undefined) this.fail('unexpected-end')
    if (this.peek() !== wanted) this.fail('unexpected-character')
    this.at++
  }

  private fail(flaw: GrammarFlaw): never {
    const line = this.characters.slice(0, this.at).filter((character) => character === '\n').length + 1
    throw new GrammarInvalid({ flaw, line })
  }
}
