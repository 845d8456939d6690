import { failureOf } from '../../core/contract/errors/coded-error'
import type { RequestEnd, RequestRecord } from '../../core/load/record'
import type { ChatRequest, FinishReason, ReportedUsage, StreamEvent } from '../../core/remote/stream-events'
import type { LoadClock } from './clock'

export type Send = (request: ChatRequest, signal: AbortSignal) => AsyncIterable<StreamEvent>

export interface LoadJob {
  readonly request: ChatRequest
  readonly index: number
  readonly plannedPromptTokens: number | null
  readonly plannedOutputTokens: number | null
  /** From the start of the run. null: as soon as another request has ended. */
  readonly dueMs: number | null
}

interface Tools {
  readonly send: Send
  readonly clock: LoadClock
  readonly signal: AbortSignal
}

export async function sendJob(job: LoadJob, startMs: number, { send, clock, signal }: Tools): Promise<RequestRecord> {
  const sentMs = clock.now() - startMs
  const textMs: number[] = []
  let usage: ReportedUsage | null = null
  let finish: FinishReason | null = null
  let end: RequestEnd = { kind: 'done' }
  try {
    for await (const event of send(job.request, signal)) {
      if (hasText(event)) textMs.push(event.atMs - startMs)
      else if (event.type === 'usage') usage = event.usage
      else if (event.type === 'finish') finish = event.reason
    }
    if (textMs.length === 0) end = { kind: 'failed', code: 'no-text' }
  } catch (error) {
    end = { kind: 'failed', code: failureOf(error)?.code ?? codeOf(error) }
  }
  const { request: _, dueMs, ...planned } = job
  return {
    ...planned,
    dueMs: dueMs ?? sentMs,
    sentMs,
    textMs,
    endMs: clock.now() - startMs,
    usage,
    finish,
    end: signal.aborted ? { kind: 'interrupted' } : end,
  }
}

function hasText(event: StreamEvent): boolean {
  if (event.type === 'text' || event.type === 'reasoning') return event.text !== ''
  return event.type === 'tool-call' && event.arguments !== ''
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
