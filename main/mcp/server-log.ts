const mostCharacters = 65_536
const quotedCharacters = 300

/** The newest output of a server. */
export class ServerLog {
  private output = ''

  add(text: string): void {
    this.output = (this.output + text).slice(-mostCharacters)
  }

  get text(): string {
    return this.output
  }

  /** Its last lines, for an error. */
  get end(): string {
    return this.output.trim().slice(-quotedCharacters).trim()
  }
}
