/**
 * Turns a literal into JSON: one of Python (`'Paris'`, `True`, `None`, `(1, 2)`) or of Gemma 4 (`{city:<|"|>Paris<|"|>}`).
 * null if the text is neither.
 */
export function literalToJson(text: string, quote: string): string | null {
  const parser = new LiteralParser(text, quote)
  const value = parser.value(0)
  return value !== null && parser.isAtEnd() ? value : null
}

const mostDepth = 100
const words: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null', true: 'true', false: 'false', null: 'null' }

class LiteralParser {
  private at = 0

  constructor(
    private readonly text: string,
    private readonly quote: string,
  ) {}

  isAtEnd(): boolean {
    this.space()
    return this.at === this.text.length
  }

  value(depth: number): string | null {
    this.space()
    if (depth > mostDepth) return null
    if (this.takes('[')) return this.list(']', depth)
    if (this.takes('(')) return this.list(')', depth)
    if (this.takes('{')) return this.object(depth)
    const string = this.string()
    if (string !== null) return JSON.stringify(string)
    const word = this.word()
    return words[word] ?? (/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(word) ? word : null)
  }

  private list(close: string, depth: number): string | null {
    const values: string[] = []
    for (;;) {
      this.space()
      if (this.takes(close)) return `[${values.join(', ')}]`
      const value = this.value(depth + 1)
      if (value === null) return null
      values.push(value)
      if (!this.isSeparated(close)) return null
    }
  }

  private object(depth: number): string | null {
    const entries: string[] = []
    for (;;) {
      this.space()
      if (this.takes('}')) return `{${entries.join(', ')}}`
      const key = this.string() ?? this.word()
      this.space()
      if (key === '' || !this.takes(':')) return null
      const value = this.value(depth + 1)
      if (value === null) return null
      entries.push(`${JSON.stringify(key)}: ${value}`)
      if (!this.isSeparated('}')) return null
    }
  }

  private isSeparated(close: string): boolean {
    this.space()
    return this.takes(',') || this.text.startsWith(close, this.at)
  }

  private string(): string | null {
    const quote = [this.quote, "'", '"'].find((one) => one !== '' && this.text.startsWith(one, this.at))
    if (quote === undefined) return null
    const from = this.at + quote.length
    const to = endOfString(this.text, from, quote)
    if (to < 0) return null
    this.at = to + quote.length
    const inside = this.text.slice(from, to)
    return quote.length > 1 ? inside : unescaped(inside)
  }

  private word(): string {
    const word = /^[\p{L}\p{N}_$.+-]+/u.exec(this.text.slice(this.at, this.at + 256))?.[0] ?? ''
    this.at += word.length
    return word
  }

  private takes(one: string): boolean {
    const found = this.text.startsWith(one, this.at)
    if (found) this.at += one.length
    return found
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++
  }
}

/** Only strings in one-character quotes have escapes. -1 if the string has no end. */
function endOfString(text: string, from: number, quote: string): number {
  if (quote.length > 1) return text.indexOf(quote, from)
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at
  }
  return -1
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0', '\n': '' }

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/gs, (_, wide?: string, narrow?: string, one = '') => {
    const code = wide ?? narrow
    return code === undefined ? (escapes[one] ?? one) : String.fromCharCode(Number.parseInt(code, 16))
  })
