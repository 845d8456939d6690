/** Responses that later requests continue. The newest ones are kept in memory, within two limits. */
import { coded } from '../../contract/errors/coded-error'
import { type InputItem, inputItem } from './request-schema'

export interface StoredResponse {
  readonly id: string
  /** The key that made the response. For every other key, the response does not exist. null if the server takes requests without a key. */
  readonly keyName: string | null
  /** What the client got. */
  readonly body: Readonly<Record<string, unknown>>
  /** The items before the answer, without the instructions. */
  readonly input: readonly InputItem[]
  /** The items of the answer, as a client sends them back. */
  readonly output: readonly InputItem[]
}

export const mostResponses = 200
/** In UTF-16 code units of JSON. */
export const mostCharacters = 64 * 2 ** 20

export class ResponseStore {
  /** Oldest first. */
  private readonly responses = new Map<string, { readonly stored: StoredResponse; readonly characters: number }>()
  private characters = 0

  constructor(
    private readonly limits: { readonly responses: number; readonly characters: number } = {
      responses: mostResponses,
      characters: mostCharacters,
    },
  ) {}

  keep(stored: StoredResponse): void {
    this.forget(stored.id)
    const characters = JSON.stringify([stored.body, stored.input]).length
    this.responses.set(stored.id, { stored, characters })
    this.characters += characters
    for (const id of this.responses.keys()) {
      if (this.responses.size <= this.limits.responses && this.characters <= this.limits.characters) return
      this.forget(id)
    }
  }

  /** Throws `api-response-unknown`. */
  get(id: string, keyName: string | null): StoredResponse {
    const found = this.responses.get(id)
    if (found?.stored.keyName !== keyName) throw coded('api-response-unknown', { id })
    return found.stored
  }

  /** The conversation up to and with the response. Throws `api-response-unknown`. */
  itemsAfter(id: string, keyName: string | null): InputItem[] {
    const { input, output } = this.get(id, keyName)
    return [...input, ...output]
  }

  item(id: string, keyName: string | null): InputItem | undefined {
    for (const { stored } of this.responses.values()) {
      if (stored.keyName !== keyName) continue
      const found = [...stored.output, ...stored.input].find((item) => 'id' in item && item.id === id && item.type !== 'item_reference')
      if (found) return found
    }
    return undefined
  }

  /** Returns true if the response was stored. */
  forget(id: string): boolean {
    const found = this.responses.get(id)
    this.characters -= found?.characters ?? 0
    return this.responses.delete(id)
  }
}

/** The items of an answer as input. */
export const asInput = (items: readonly unknown[]): InputItem[] => items.map((item) => inputItem.parse(item))
