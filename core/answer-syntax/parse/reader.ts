/** How far a reader has read. `malformed`: the text up to `to` is not a call. */
export interface Progress {
  readonly to: number
  readonly state: 'more' | 'done' | 'malformed'
  /** New text of the arguments' JSON. */
  readonly json: string
}

/** Reads text that arrives in pieces. It may leave the end of `text` unread; the next call begins with that rest. */
export interface Reader {
  read(text: string, from: number, final: boolean): Progress
}

export const more = (to: number, json = ''): Progress => ({ to, state: 'more', json })
export const done = (to: number, json = ''): Progress => ({ to, state: 'done', json })
export const malformed = (to: number): Progress => ({ to, state: 'malformed', json: '' })

export function spaceEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text[at] as string)) at++
  return at
}

/** What a tool says about the type of an argument. `unknown`: a value that parses as JSON is JSON, any other is a string. */
export type TypeOfArgument = (name: string) => 'string' | 'other' | 'unknown'
export type TypesOfTools = (tool: string) => TypeOfArgument

/** Reads one tool call. */
export interface CallReader extends Reader {
  /** '' until the model has written it. */
  readonly name: string
  readonly id: string
  /** Name and arguments are complete, so that the call counts even if its end is missing. */
  readonly isComplete: boolean
}
