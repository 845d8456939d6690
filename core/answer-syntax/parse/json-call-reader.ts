import type { JsonCalls } from '../syntax'
import { JsonArguments } from './json-arguments'
import { isJsonObject } from './json-scanner'
import { type Marker, markerOf, matchAt } from './marker'
import { type CallReader, done, malformed, more, type Progress, spaceEnd } from './reader'

/** `{"name": "get_weather", "arguments": {…}}`, in any order and spacing. Field names count at any depth outside the arguments. */
export class JsonCallReader implements CallReader {
  name = ''
  id = ''
  isComplete = false
  private readonly end: Marker
  private step: 'start' | 'object' | 'arguments' | 'end' = 'start'
  private text = ''
  private depth = 0
  private string: string | null = null
  private escaped = false
  private key = ''
  private lastString = ''
  private arguments: JsonArguments | null = null
  private hasArguments = false

  constructor(private readonly syntax: JsonCalls) {
    this.end = markerOf(syntax.callEnd)
  }

  read(text: string, from: number, final: boolean): Progress {
    if (this.step === 'start') {
      const at = spaceEnd(text, from)
      if (at === text.length) return more(at)
      if (text[at] !== '{') return malformed(at)
      this.step = 'object'
      return this.object(text, at, final)
    }
    return this.step === 'end' ? this.close(text, from, final) : this.object(text, from, final)
  }

  private object(text: string, from: number, final: boolean): Progress {
    let json = ''
    for (let at = from; at < text.length; ) {
      if (this.step === 'arguments' && this.arguments) {
        const progress = this.arguments.read(text, at, final)
        if (progress.state === 'malformed') return progress
        this.text += text.slice(at, progress.to)
        json += progress.json
        if (progress.state === 'more') return more(progress.to, json)
        at = progress.to
        this.step = 'object'
        continue
      }
      const character = text[at++] as string
      this.text += character
      this.follow(character)
      if (this.depth > 0) continue
      if (!this.hasArguments || this.name === '' || !isJsonObject(this.text)) return malformed(at)
      this.isComplete = true
      this.step = 'end'
      const closed = this.close(text, at, final)
      return { ...closed, json: json + closed.json }
    }
    return more(text.length, json)
  }

  private follow(character: string): void {
    if (this.string !== null) {
      if (this.escaped) this.escaped = false
      else if (character === '\\') this.escaped = true
      else if (character === '"') return this.endString()
      this.string += character
    } else if (character === '"') this.string = ''
    else if (character === '{' || character === '[') this.depth++
    else if (character === '}' || character === ']') this.depth--
    else if (character === ':') this.startValue()
    else if (character === ',') this.key = ''
  }

  private endString(): void {
    const value = textOf(this.string ?? '')
    this.string = null
    if (this.key !== '' && this.key === this.syntax.nameField) this.name = value
    else if (this.key !== '' && this.key === this.syntax.idField) this.id = value
    this.lastString = value
  }

  private startValue(): void {
    this.key = this.lastString
    const isNamedByKey = this.syntax.nameField === null && this.depth === 1
    if (isNamedByKey) this.name = this.key
    if (this.hasArguments || !(isNamedByKey || this.key === this.syntax.argumentsField)) return
    this.hasArguments = true
    this.arguments = new JsonArguments('')
    this.step = 'arguments'
  }

  private close(text: string, from: number, final: boolean): Progress {
    if (this.end.words.length === 0) return done(from)
    const at = spaceEnd(text, from)
    const to = matchAt(text, at, this.end)
    if (to === 'partial' && !final) return more(from)
    return done(typeof to === 'number' ? to : from)
  }
}

function textOf(quoted: string): string {
  try {
    return String(JSON.parse(`"${quoted}"`))
  } catch {
    return quoted
  }
}
