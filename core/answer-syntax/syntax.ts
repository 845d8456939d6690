/** How a model writes an answer. Plain data: it can be stored and sent to another process. */

/**
 * Markers are compared without the whitespace around them, and whitespace inside them stands for any whitespace or none, because models don't copy a
 * template's line breaks exactly.
 */
export interface AnswerSyntax {
  readonly reasoning: ReasoningMarkers | null
  readonly calls: CallSyntax | null
  /** Text that belongs to the template, such as `<|START_RESPONSE|>` and the end of a turn. */
  readonly markup: readonly string[]
  /** Why the syntax comes from a known family; null if all of it was derived from the template. */
  readonly family: FamilyReason | null
}

/** An empty `start` means that only the prompt can open reasoning. */
export interface ReasoningMarkers {
  readonly start: string
  readonly end: string
}

export type CallSyntax = JsonCalls | PatternCalls

interface CallSection {
  /** Written once before all calls; '' if there is no such text. */
  readonly sectionStart: string
  readonly sectionEnd: string
  readonly separator: string
}

/**
 * `<tool_call>{"name": …, "arguments": …}</tool_call>`. Between `callStart` and `callEnd` is one JSON object. A section may be a JSON list of
 * calls.
 */
export interface JsonCalls extends CallSection {
  readonly form: 'json'
  readonly callStart: string
  readonly callEnd: string
  /** null: the name is the key of the arguments, `{"get_weather": {…}}`. */
  readonly nameField: string | null
  readonly argumentsField: string
  readonly idField: string | null
}

/** `<function=NAME>ARGUMENTS</function>`. */
export interface PatternCalls extends CallSection {
  readonly form: 'pattern'
  /** Ways to begin a call: text and slots before the arguments. The first element is text, the marker of a call. */
  readonly heads: readonly (readonly (string | Slot)[])[]
  readonly arguments: ArgumentsSyntax
  /** Text after the arguments. */
  readonly callEnd: string
}

export interface Slot {
  /** `skipped`: text that differs between calls and means nothing, such as an index. */
  readonly slot: 'name' | 'id' | 'skipped'
}

export type ArgumentsSyntax =
  /** One JSON object. */
  | { readonly form: 'json' }
  /** `<arg_key>KEY</arg_key><arg_value>VALUE</arg_value>`. `\0` in `close` stands for the key. Strings are written as they are, other values as JSON. */
  | {
      readonly form: 'tagged'
      readonly open: string
      readonly middle: string
      readonly close: string
      readonly separator: string
      /** Text between `middle` and the value that says the type: `string="true">`. null: the type is known from the tool alone. */
      readonly type: { readonly string: string; readonly end: string } | null
    }
  /** `city='Paris', days=3`: strings in `quote`, no quotes around keys. */
  | { readonly form: 'literal'; readonly open: string; readonly middle: string; readonly quote: string; readonly end: string }

export type FamilyReason =
  /** The template doesn't write calls or reasoning of earlier answers; its system prompt describes them. */
  | 'described-in-prompt'
  /** The renderer lacks something that the template uses. */
  | 'not-renderable'
  /** The header of a message says what the message is. */
  | 'channels'
