/** The regular expressions of JSON Schema, which are those of ECMAScript with the flag `u`, as far as a grammar can express them. */
import { mostRepetitions, type SchemaRefusalReason } from '../problems/problems'
import { type CodePoints, codeOf, codePointsOf, everyCodePoint, overlap, union, without } from './code-points'
import { nothing, type RegexNode } from './regex-node'

const lineEnds = codePointsOf('\n\r\u2028\u2029')
const digits: CodePoints = [[48, 57]]
const wordCharacters = union(digits, [[65, 90]], [[97, 122]], codePointsOf('_'))
/** WhiteSpace and LineTerminator of ECMAScript. */
const whiteSpace = union(codePointsOf('\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'), [[0x2000, 0x200a]])
const classes: Readonly<Record<string, CodePoints>> = {
  d: digits,
  D: without(everyCodePoint, digits),
  w: wordCharacters,
  W: without(everyCodePoint, wordCharacters),
  s: whiteSpace,
  S: without(everyCodePoint, whiteSpace),
}
const controlEscapes: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 }

const deepestGroup = 100

/** The node matches the whole text. */
export function parseRegex(source: string): { readonly node: RegexNode } | { readonly reason: SchemaRefusalReason } {
  try {
    // Checks the syntax.
    new RegExp(source, 'u')
  } catch {
    return { reason: 'pattern-invalid' }
  }
  try {
    return { node: new RegexParser(source).pattern() }
  } catch (error) {
    if (error instanceof Unsupported) return { reason: error.reason }
    throw error
  }
}

class Unsupported extends Error {
  constructor(readonly reason: SchemaRefusalReason) {
    super(reason)
  }
}

const anyText: RegexNode = { kind: 'repeat', item: { kind: 'set', set: everyCodePoint }, least: 0, most: null }

interface Bounds {
  readonly start: boolean
  readonly end: boolean
}

/** The syntax is known to be valid. */
class RegexParser {
  private readonly characters: readonly string[]
  private at = 0
  private depth = 0

  constructor(source: string) {
    this.characters = Array.from(source)
  }

  pattern(): RegexNode {
    const options: RegexNode[] = []
    do {
      const { node, start, end } = this.anchored()
      options.push({ kind: 'sequence', items: [...(start ? [] : [anyText]), node, ...(end ? [] : [anyText])] })
    } while (this.take('|'))
    return options.length === 1 ? (options[0] as RegexNode) : { kind: 'choice', options }
  }

  private anchored(): Bounds & { readonly node: RegexNode } {
    const start = this.take('^')
    const items = this.terms()
    const end = this.take('$')
    if (this.peek() !== undefined && this.peek() !== '|') throw new Unsupported('pattern-inner-anchor')
    return { node: { kind: 'sequence', items }, start, end }
  }

  private terms(): RegexNode[] {
    const items: RegexNode[] = []
    for (let next = this.peek(); next !== undefined && next !== '|' && next !== ')' && next !== '$'; next = this.peek()) {
      if (next === '^') throw new Unsupported('pattern-inner-anchor')
      items.push(this.quantified(this.atom()))
    }
    return items
  }

  private atom(): RegexNode {
    const next = this.next()
    if (next === '(') return this.group()
    if (next === '[') return { kind: 'set', set: this.characterClass() }
    if (next === '.') return { kind: 'set', set: without(everyCodePoint, lineEnds) }
    if (next === '\\') return { kind: 'set', set: this.escape(false) }
    return { kind: 'set', set: codePointsOf(next) }
  }

  private group(): RegexNode {
    if (++this.depth > deepestGroup) throw new Unsupported('too-large')
    if (this.take('?')) {
      const kind = this.next()
      if (kind === '=' || kind === '!') throw new Unsupported('pattern-lookaround')
      if (kind === '<') {
        if (this.peek() === '=' || this.peek() === '!') throw new Unsupported('pattern-lookaround')
        while (this.next() !== '>');
      } else if (kind !== ':') throw new Unsupported('pattern-invalid')
    }
    const options: RegexNode[] = []
    do {
      const items = this.terms()
      if (this.peek() === '$') throw new Unsupported('pattern-inner-anchor')
      options.push(items.length === 0 ? nothing : { kind: 'sequence', items })
    } while (this.take('|'))
    this.next()
    this.depth--
    return options.length === 1 ? (options[0] as RegexNode) : { kind: 'choice', options }
  }

  private quantified(item: RegexNode): RegexNode {
    const counts = this.counts()
    if (!counts) return item
    if (Math.max(counts.least, counts.most ?? 0) > mostRepetitions) throw new Unsupported('limit-too-high')
    // Lazy quantifiers match the same texts.
    this.take('?')
    return { kind: 'repeat', item, ...counts }
  }

  private counts(): { least: number; most: number | null } | undefined {
    if (this.take('*')) return { least: 0, most: null }
    if (this.take('+')) return { least: 1, most: null }
    if (this.take('?')) return { least: 0, most: 1 }
    if (!this.take('{')) return undefined
    let written = ''
    for (let next = this.next(); next !== '}'; next = this.next()) written += next
    const [least, most] = written.split(',')
    return { least: Number(least), most: most === undefined ? Number(least) : most === '' ? null : Number(most) }
  }

  private characterClass(): CodePoints {
    const isNegated = this.take('^')
    const members: CodePoints[] = []
    while (!this.take(']')) {
      const first = this.member()
      if (this.peek() === '-' && this.peek(1) !== ']') {
        this.next()
        const last = this.member()
        members.push([[first[0]?.[0] as number, last[0]?.[0] as number]])
      } else members.push(first)
    }
    const set = union(...members)
    return isNegated ? without(everyCodePoint, set) : overlap(set, everyCodePoint)
  }

  private member(): CodePoints {
    const next = this.next()
    return next === '\\' ? this.escape(true) : codePointsOf(next)
  }

  private escape(inClass: boolean): CodePoints {
    const next = this.next()
    const known = classes[next]
    if (known) return known
    if (next === 'b' && inClass) return [[8, 8]]
    if (next === 'b' || next === 'B') throw new Unsupported('pattern-word-boundary')
    if (next === 'p' || next === 'P') throw new Unsupported('pattern-unicode-property')
    if (next === 'k' || (next >= '1' && next <= '9')) throw new Unsupported('pattern-backreference')
    const control = controlEscapes[next]
    if (control !== undefined) return [[control, control]]
    if (next === 'c') return single(codeOf(this.next()) % 32)
    if (next === 'x') return single(Number.parseInt(this.next() + this.next(), 16))
    if (next === 'u') return single(this.unicodeEscape())
    return codePointsOf(next)
  }

  private unicodeEscape(): number {
    if (this.take('{')) {
      let written = ''
      for (let next = this.next(); next !== '}'; next = this.next()) written += next
      return Number.parseInt(written, 16)
    }
    const first = this.fourDigits()
    const isHigh = first >= 0xd800 && first <= 0xdbff
    if (!isHigh || this.peek() !== '\\' || this.peek(1) !== 'u') return first
    const start = this.at
    this.at += 2
    const second = this.peek() === '{' ? 0 : this.fourDigits()
    if (second >= 0xdc00 && second <= 0xdfff) return 0x10000 + (first - 0xd800) * 0x400 + (second - 0xdc00)
    this.at = start
    return first
  }

  private fourDigits(): number {
    return Number.parseInt(this.next() + this.next() + this.next() + this.next(), 16)
  }

  private peek(ahead = 0): string | undefined {
    return this.characters[this.at + ahead]
  }

  private next(): string {
    const next = this.characters[this.at++]
    if (next === undefined) throw new Unsupported('pattern-invalid')
    return next
  }

  private take(wanted: string): boolean {
    if (this.peek() !== wanted) return false
    this.at++
    return true
  }
}

const single = (code: number): CodePoints => [[code, code]]
