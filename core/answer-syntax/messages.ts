/** What a chat template gets: messages in parts, and tools. */

export type JsonObject = { readonly [key: string]: unknown }

export type ChatPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  /** `arguments` is a JSON object as text. */
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly arguments: string }
  /** `id` and `name` are those of the call. */
  | { readonly type: 'tool-result'; readonly id: string; readonly name: string; readonly text: string }
  /** Only a server gets images. */
  | { readonly type: 'image'; readonly id: string }

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly parts: readonly ChatPart[]
}

/** `parameters` is a JSON Schema of type `object`. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}
