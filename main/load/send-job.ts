import { failureOf } from '../../core/contract/errors/coded-error'
import type { RequestEnd, RequestRecord } from '../../core/load/record'
import type { ChatRequest, FinishReason, ReportedUsage, StreamEvent } from '../../core/remote/stream-events'
import type { HoldReading } from '../remote/stream-chat'
import type { LoadClock } from './clock'

export type Send = (request: ChatRequest, signal: AbortSignal, hold?: HoldReading) => AsyncIterable<StreamEvent>

export interface LoadJob {
  readonly request: ChatRequest
  readonly index: number
  readonly plannedPromptTokens: number | null
  readonly plannedOutputTokens: number | null
  /** From the start of the run. null: as soon as another request has ended. */
  readonly dueMs: number | null
}

export interface JobTools {
  readonly send: Send
  readonly clock: LoadClock
  readonly signal: AbortSignal
  readonly startMs: number
  /** Answers are parsed when this resolves. null: while they arrive. */
  readonly parsing: Promise<void> | null
}

export interface SentJob {
  /** Resolves when the answer has arrived or failed. */
  readonly arrived: Promise<void>
  readonly record: Promise<RequestRecord>
}

export function sendJob(job: LoadJob, tools: JobTools): SentJob {
  let note = () => {}
  const arrived = new Promise<void>((resolve) => {
    note = resolve
  })
  const record = recordOf(job, tools, note)
  return { arrived, record }
}

async function recordOf(job: LoadJob, tools: JobTools, arrived: () => void): Promise<RequestRecord> {
  const { send, clock, signal, startMs, parsing } = tools
  const sentMs = clock.now() - startMs
  const textMs: number[] = []
  let usage: ReportedUsage | null = null
  let finish: FinishReason | null = null
  let end: RequestEnd = { kind: 'done' }
  let ended: { readonly ms: number; readonly wasAborted: boolean } | undefined
  const noteEnd = () => {
    ended ??= { ms: clock.now() - startMs, wasAborted: signal.aborted }
    arrived()
    return ended
  }
  const hold: HoldReading | undefined =
    parsing === null
      ? undefined
      : async (whole) => {
          await whole
          noteEnd()
          await parsing
        }
  try {
    for await (const event of send(job.request, signal, hold)) {
      if (hasText(event)) textMs.push(event.atMs - startMs)
      else if (event.type === 'usage') usage = event.usage
      else if (event.type === 'finish') finish = event.reason
    }
    if (textMs.length === 0) end = { kind: 'failed', code: 'no-text' }
  } catch (error) {
    const failure = failureOf(error)
    end = failure ? { kind: 'failed', code: failure.code, failure } : { kind: 'failed', code: codeOf(error) }
  }
  const { ms: endMs, wasAborted } = noteEnd()
  const { request: _, dueMs, ...planned } = job
  return {
    ...planned,
    dueMs: dueMs ?? sentMs,
    sentMs,
    textMs,
    endMs,
    usage,
    finish,
    end: wasAborted ? { kind: 'interrupted' } : end,
  }
}

function hasText(event: StreamEvent): boolean {
  if (event.type === 'text' || event.type === 'reasoning') return event.text !== ''
  return event.type === 'tool-call' && event.arguments !== ''
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
