/** Finds the end of a JSON object or list whose text arrives in pieces. It counts brackets outside strings and checks nothing else. */
export class JsonScanner {
  private depth = 0
  private inString = false
  private escaped = false

  /** Where the value ends; -1 if it continues after the text. */
  scan(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const character = text[at]
      if (this.inString) {
        if (this.escaped) this.escaped = false
        else if (character === '\\') this.escaped = true
        else if (character === '"') this.inString = false
      } else if (character === '"') this.inString = true
      else if (character === '{' || character === '[') this.depth++
      else if ((character === '}' || character === ']') && --this.depth <= 0) return at + 1
    }
    return -1
  }
}

export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
