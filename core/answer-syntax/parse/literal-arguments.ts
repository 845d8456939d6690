import type { ArgumentsSyntax } from '../syntax'
import { literalToJson } from './literal-to-json'
import { done, malformed, more, type Progress, type Reader, spaceEnd } from './reader'

type Literal = Extract<ArgumentsSyntax, { form: 'literal' }>

/** `city='Paris', days=3)`: gives each argument when it is complete. */
export class LiteralArguments implements Reader {
  private argument = ''
  private count = 0
  private depth = 0
  /** The open string's quote; '' outside strings. */
  private quote = ''

  constructor(private readonly syntax: Literal) {}

  read(text: string, from: number, final: boolean): Progress {
    let json = ''
    for (let at = from; at < text.length; ) {
      const step = this.step(text, at)
      if (step === 0) {
        if (final) return malformed(at)
        return more(at, json)
      }
      const character = text.slice(at, at + step)
      const isOutside = this.quote === '' && this.depth === 0
      if (isOutside && (character === this.syntax.end || character === ',')) {
        const isEnd = character === this.syntax.end
        const added = this.added(isEnd)
        if (added === null) return malformed(at)
        json += added
        if (isEnd) return done(at + step, `${json}${this.count === 0 ? '{' : ''}}`)
      } else {
        this.follow(character)
        this.argument += character
        if (this.depth < 0) return malformed(at)
      }
      at += step
    }
    return more(text.length, json)
  }

  /** How many characters belong together; 0 if the text ends before that is known. */
  private step(text: string, at: number): number {
    const { quote } = this.syntax
    if (quote.length > 1 && text[at] === quote[0]) {
      if (text.startsWith(quote, at)) return quote.length
      if (quote.startsWith(text.slice(at))) return 0
    }
    if (this.quote.length === 1 && text[at] === '\\') return at + 1 < text.length ? 2 : 0
    return 1
  }

  private follow(character: string): void {
    if (this.quote !== '') {
      if (character === this.quote) this.quote = ''
    } else if (character === this.syntax.quote || character === "'" || character === '"') this.quote = character
    else if ('[({'.includes(character)) this.depth++
    else if ('])}'.includes(character)) this.depth--
  }

  /** '' if the call ends after a comma or has no arguments. null: malformed. */
  private added(isEnd: boolean): string | null {
    const { argument } = this
    this.argument = ''
    if (argument.trim() === '') return isEnd ? '' : null
    const middle = argument.indexOf(this.syntax.middle)
    const key = argument.slice(spaceEnd(argument, 0), middle).trim()
    const value = middle < 0 ? null : literalToJson(argument.slice(middle + this.syntax.middle.length), this.syntax.quote)
    if (key === '' || value === null) return null
    return `${this.count++ === 0 ? '{' : ', '}${JSON.stringify(key.replace(/^["']|["']$/g, ''))}: ${value}`
  }
}
