import type { RemoteMessage } from '../../remote/stream-events'

export interface TraceEntry {
  /** From the start of the trace. */
  readonly atMs: number | null
  readonly prompt: TracePrompt
  readonly output: TraceOutput | null
  /** Share of the prompt, 0 to 1, that is the same in all prompts. null: as the flag says. */
  readonly shared: number | null
}
export type TracePrompt =
  | { readonly kind: 'tokens'; readonly tokens: number }
  | { readonly kind: 'messages'; readonly messages: readonly RemoteMessage[] }
/** `text`: as many tokens as this text has. */
export type TraceOutput = { readonly kind: 'tokens'; readonly tokens: number } | { readonly kind: 'text'; readonly text: string }
