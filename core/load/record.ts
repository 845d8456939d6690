import type { Failure } from '../contract/errors/errors'
import type { FinishReason, ReportedUsage } from '../remote/stream-events'

/** One request of a run. Times in ms from the start of the run. */
export interface RequestRecord {
  readonly index: number
  /** In tokens of the text, without the chat template. null if unknown. */
  readonly plannedPromptTokens: number | null
  readonly plannedOutputTokens: number | null
  readonly dueMs: number
  readonly sentMs: number
  /** When each piece of text arrived. */
  readonly textMs: readonly number[]
  readonly endMs: number
  readonly usage: ReportedUsage | null
  readonly finish: FinishReason | null
  readonly end: RequestEnd
}

/** `code`: the code of the failure, or `no-text` for an answer without text. */
export type RequestEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: string; readonly failure?: Failure }
  | { readonly kind: 'interrupted' }

export interface RunRecords {
  readonly durationMs: number
  readonly requests: readonly RequestRecord[]
}

/** Falls back to the number of pieces, which is too low if a server sends several tokens in one piece. */
export const outputTokensOf = ({ usage, textMs }: RequestRecord): number => usage?.outputTokens?.value ?? textMs.length

export const inputTokensOf = ({ usage, plannedPromptTokens }: RequestRecord): number =>
  usage?.promptTokens?.value ?? plannedPromptTokens ?? 0
