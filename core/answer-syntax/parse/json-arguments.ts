import { isJsonObject, JsonScanner } from './json-scanner'
import { type Marker, markerOf, matchAt } from './marker'
import { done, malformed, more, type Progress, type Reader, spaceEnd } from './reader'

/** One JSON object, or a JSON string that contains one. If nothing comes before the end of the call, the arguments are `{}`. */
export class JsonArguments implements Reader {
  private readonly scanner = new JsonScanner()
  private readonly end: Marker
  private text = ''
  private kind: 'object' | 'string' | null = null
  private escaped = false

  constructor(callEnd: string) {
    this.end = markerOf(callEnd)
  }

  read(text: string, from: number, final: boolean): Progress {
    if (this.kind === 'object') return this.object(text, from)
    if (this.kind === 'string') return this.string(text, from)
    const at = spaceEnd(text, from)
    if (text[at] === '{') {
      this.kind = 'object'
      return this.object(text, at)
    }
    if (text[at] === '"') {
      this.kind = 'string'
      this.text = '"'
      return this.string(text, at + 1)
    }
    if (at === text.length && !final) return more(at)
    const end = this.end.words.length === 0 ? null : matchAt(text, at, this.end)
    if (end === 'partial' && !final) return more(at)
    return typeof end === 'number' ? done(at, '{}') : malformed(at)
  }

  private object(text: string, from: number): Progress {
    const end = this.scanner.scan(text, from)
    const json = text.slice(from, end < 0 ? text.length : end)
    this.text += json
    if (end < 0) return more(text.length, json)
    return isJsonObject(this.text) ? done(end, json) : malformed(end)
  }

  private string(text: string, from: number): Progress {
    for (let at = from; at < text.length; at++) {
      if (this.escaped) this.escaped = false
      else if (text[at] === '\\') this.escaped = true
      else if (text[at] === '"') {
        const json = decoded(this.text + text.slice(from, at + 1))
        return json !== null && isJsonObject(json) ? done(at + 1, json) : malformed(at + 1)
      }
    }
    this.text += text.slice(from)
    return more(text.length)
  }
}

function decoded(json: string): string | null {
  try {
    return String(JSON.parse(json))
  } catch {
    return null
  }
}
