import type { ImportFlaw } from '../contract/errors/file-reasons'
import type { ImportedConversation } from './conversation/imported'
import { fromChatGpt } from './formats/chatgpt'
import { fromHeadroom } from './formats/headroom'
import { fromLlamaServer, messageInLine, type ServerSession, sessionLine } from './formats/llama-server'
import { fromLmStudio } from './formats/lm-studio'
import { fromOpenWebui } from './formats/open-webui'
import { type JsonText, JsonValues } from './json-values'

export type ReadConversation =
  | { readonly conversation: ImportedConversation }
  /** `entry` counts the file's values from 1. `title` is null if it cannot be read. */
  | { readonly flaw: ImportFlaw; readonly title: string | null; readonly entry: number }

export interface ImportLimits {
  /** The limit for one conversation in the file, with its images. */
  readonly valueCharacters: number
  /** The limit for the system prompt and the messages of one conversation, as JSON. */
  readonly storedCharacters: number
}
/** A window reads a conversation as one message: see `largestMessageBytes`. */
export const importLimits: ImportLimits = { valueCharacters: 128 * 2 ** 20, storedCharacters: 8 * 2 ** 20 }

const formats = [fromHeadroom, fromChatGpt, fromOpenWebui, fromLlamaServer, fromLmStudio]

const zipBegins = 'PK\u0003\u0004'

/** Reads a file that arrives in pieces, whatever program wrote it. */
export class ImportReader {
  private readonly values: JsonValues
  private session: ServerSession | undefined
  private entries = 0
  private first = ''
  private last: ImportFlaw | null = null
  private wasOpen = false

  constructor(
    private readonly fileName: string,
    private readonly limits: ImportLimits = importLimits,
  ) {
    this.values = new JsonValues(limits.valueCharacters)
  }

  get isEmpty(): boolean {
    return this.first === ''
  }
  get isZip(): boolean {
    return this.first === zipBegins
  }
  /** True if the file ended within its last value. */
  get isCutOff(): boolean {
    return this.wasOpen && this.last === 'not-json'
  }

  push(piece: string): ReadConversation[] {
    if (this.first.length < zipBegins.length) this.first = (this.first + piece.trimStart()).slice(0, zipBegins.length)
    return this.isZip ? [] : this.values.push(piece).flatMap((text) => this.read(text))
  }

  end(): ReadConversation[] {
    this.wasOpen = this.values.isOpen
    return [...this.values.end().flatMap((text) => this.read(text)), ...this.closeSession()]
  }

  private read(text: JsonText): ReadConversation[] {
    this.entries++
    if (text === null) return [this.flawed('too-large', null)]
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return [this.flawed('not-json', null)]
    }
    this.last = null
    const line = messageInLine(value)
    if (line && this.session) {
      this.session.messages.push(line.message)
      return []
    }
    const session = sessionLine(value)
    if (!session) return [...this.closeSession(), this.convert(value)]
    const closed = this.closeSession()
    this.session = session
    return closed
  }

  private closeSession(): ReadConversation[] {
    const { session } = this
    this.session = undefined
    return session ? [this.convert(session)] : []
  }

  private convert(value: unknown): ReadConversation {
    const conversation = this.formatted(value)
    if (conversation) {
      const characters = JSON.stringify([conversation.systemPrompt, conversation.messages]).length
      return characters > this.limits.storedCharacters ? this.flawed('too-large', conversation.title) : { conversation }
    }
    return this.flawed(conversation === null ? 'no-messages' : 'unknown-format', titleIn(value))
  }

  /** null if the conversation is empty, undefined if no format fits. */
  private formatted(value: unknown): ImportedConversation | null | undefined {
    for (const from of formats) {
      const conversation = from(value, this.fileName)
      if (conversation !== undefined) return conversation
    }
    return undefined
  }

  private flawed(flaw: ImportFlaw, title: string | null): ReadConversation {
    this.last = flaw
    return { flaw, title: title || null, entry: this.entries }
  }
}

function titleIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const { title, name } = value as { title?: unknown; name?: unknown }
  const found = typeof title === 'string' ? title : name
  return typeof found === 'string' ? found.slice(0, 200) : null
}
