import type { ArgumentsSyntax } from '../syntax'
import { MarkerSet } from './marker'
import { done, malformed, more, type Progress, type Reader, spaceEnd, type TypeOfArgument } from './reader'

type Tagged = Extract<ArgumentsSyntax, { form: 'tagged' }>
type Step = 'between' | 'key' | 'type' | 'value'

const mostKeyCharacters = 256

/** `<parameter=city>Paris</parameter>`: strings stream; other values are given when they are complete. */
export class TaggedArguments implements Reader {
  private readonly begin: MarkerSet<'open' | 'end' | 'separator'>
  private readonly middle: MarkerSet<true>
  private readonly typeEnd: MarkerSet<true> | null
  private close = new MarkerSet<true>([])
  private step: Step = 'between'
  private key = ''
  private isString = false
  private value = ''
  private count = 0
  /** The next character may be the line break that the template writes before a value. */
  private isFirst = false
  /** Whether the template writes a line break after each value. */
  private hasLineAtEnd = false

  constructor(
    private readonly syntax: Tagged,
    callEnd: string,
    private readonly typeOf: TypeOfArgument,
  ) {
    this.begin = new MarkerSet<'open' | 'end' | 'separator'>([
      [syntax.open, 'open'],
      [callEnd, 'end'],
      [syntax.separator, 'separator'],
    ])
    this.middle = new MarkerSet([[syntax.middle, true]])
    this.typeEnd = syntax.type && new MarkerSet([[syntax.type.end, true]])
  }

  read(text: string, from: number, final: boolean): Progress {
    let at = from
    let json = ''
    for (;;) {
      const progress = this.one(text, at, final)
      json += progress.json
      if (progress.state !== 'more') return progress.state === 'done' ? done(progress.to, json) : progress
      if (progress.to === at && progress.json === '') return more(at, json)
      at = progress.to
    }
  }

  private one(text: string, from: number, final: boolean): Progress {
    switch (this.step) {
      case 'between':
        return this.between(text, spaceEnd(text, from), final)
      case 'key':
        return this.word(text, from, this.middle, (key) => this.startValue(key))
      case 'type':
        return this.word(text, from, this.typeEnd as MarkerSet<true>, (type) => this.startTyped(type))
      case 'value':
        return this.readValue(text, from, final)
    }
  }

  private between(text: string, at: number, final: boolean): Progress {
    if (at === text.length) return more(at)
    const found = this.begin.at(text, at, final)
    if (found === null) return malformed(at)
    if (found.match === null) return more(at)
    if (found.match.value === 'end') return done(at, this.count === 0 ? '{}' : '}')
    if (found.match.value === 'open') this.step = 'key'
    return more(found.match.to)
  }

  /** Reads a short text up to a marker. */
  private word(text: string, from: number, end: MarkerSet<true>, then: (word: string) => string): Progress {
    const found = end.find(text, from, false)
    if ((found?.at ?? text.length) - from > mostKeyCharacters) return malformed(from)
    if (!found?.match) return more(from)
    const word = text.slice(from, found.at).trim()
    return word === '' ? malformed(from) : more(found.match.to, then(word))
  }

  private startValue(key: string): string {
    this.key = key
    const close = this.syntax.close.replaceAll('\0', key)
    this.close = new MarkerSet([[close, true]])
    this.value = ''
    this.isFirst = /\n\s*$/.test(this.syntax.type ? this.syntax.type.end : this.syntax.middle)
    this.hasLineAtEnd = /^\s*\n/.test(close)
    this.step = this.syntax.type ? 'type' : 'value'
    const start = `${this.count++ === 0 ? '{' : ', '}${JSON.stringify(key)}: `
    if (this.syntax.type) return start
    return start + this.startTyped(this.typeOf(key) === 'string' ? '' : null)
  }

  /** null: the value is not known to be a string. */
  private startTyped(type: string | null): string {
    this.isString = this.syntax.type ? type === this.syntax.type.string : type !== null
    this.step = 'value'
    return this.isString ? '"' : ''
  }

  private readValue(text: string, start: number, final: boolean): Progress {
    let from = start
    if (this.isFirst && from < text.length) {
      if (text[from] === '\n') from++
      this.isFirst = false
    }
    const found = this.close.find(text, from, final)
    let to = found ? found.at : text.length
    // A line break before the closing marker belongs to the marker, and may be the last character so far.
    if (this.hasLineAtEnd && !found?.match && text[to - 1] === '\n' && to > from) to--
    if (!found?.match) return more(to, this.take(text.slice(from, to)))
    const valueEnd = this.hasLineAtEnd && text[to - 1] === '\n' && to > from ? to - 1 : to
    const json = this.take(text.slice(from, valueEnd))
    this.step = 'between'
    return more(found.match.to, json + (this.isString ? '"' : jsonOf(this.value, this.typeOf(this.key))))
  }

  private take(value: string): string {
    if (this.isString) return JSON.stringify(value).slice(1, -1)
    this.value += value
    return ''
  }
}

function jsonOf(value: string, type: ReturnType<TypeOfArgument>): string {
  const word = { True: 'true', False: 'false', None: 'null' }[value.trim()]
  if (word !== undefined && type === 'other') return word
  try {
    JSON.parse(value)
    return value.trim()
  } catch {
    return JSON.stringify(value)
  }
}
