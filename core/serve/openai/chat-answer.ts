/** The events of a chat as OpenAI's JSON, whole or in chunks. */
import type { TokenLogprob } from '../../contract/chat/logprobs'
import { AnswerBlocks, callsOf, isBlockEvent, textOf } from '../answer-blocks'
import { finalTimings, RunningTimings } from '../llama-cpp/timings'
import type { ServedEvent, ServedFinish } from '../served-event'
import { chatLogprobs, finishReason, type Identity, usageOf } from './shapes'

/** The engine's own id of a call is unique within an answer only. */
const callIdOf = (id: string, { id: response }: Identity, answer: number, call: number): string =>
  /^call-\d+$/.test(id) ? `call_${response.replace(/^\w+-/, '')}_${answer}_${call}` : id

interface OpenAnswer {
  readonly blocks: AnswerBlocks
  readonly logprobs: TokenLogprob[]
  finish: ServedFinish | undefined
}

/** A whole `chat.completion`. */
export function chatCompletion(events: readonly ServedEvent[], identity: Identity, wantsLogprobs: boolean): object {
  const answers = new Map<number, OpenAnswer>()
  const of = (answer: number): OpenAnswer => {
    const known = answers.get(answer)
    if (known) return known
    const made: OpenAnswer = { blocks: new AnswerBlocks(), logprobs: [], finish: undefined }
    answers.set(answer, made)
    return made
  }
  for (const event of events) {
    if (event.type === 'prefill') continue
    if (event.type === 'logprobs') of(event.answer).logprobs.push(...event.tokens)
    else if (event.type === 'finish') of(event.answer).finish = event
    else if (isBlockEvent(event)) of(event.answer).blocks.push(event)
  }
  const ordered = [...answers].sort(([a], [b]) => a - b)
  const finishes = ordered.flatMap(([, { finish }]) => (finish ? [finish] : []))
  const [first] = finishes
  return {
    id: identity.id,
    object: 'chat.completion',
    created: identity.created,
    model: identity.model,
    system_fingerprint: identity.fingerprint,
    choices: ordered.map(([index, { blocks, logprobs, finish }]) => ({
      index,
      message: messageOf(blocks, identity, index),
      logprobs: wantsLogprobs ? chatLogprobs(logprobs) : null,
      finish_reason: finish ? finishReason(finish) : null,
    })),
    usage: usageOf([finishes.map(({ usage }) => usage)]),
    ...(first ? { timings: finalTimings(first) } : {}),
  }
}

function messageOf({ blocks }: AnswerBlocks, identity: Identity, index: number): object {
  const reasoning = textOf(blocks, 'reasoning')
  const text = textOf(blocks, 'text')
  const calls = callsOf(blocks).map((call, at) => ({
    id: callIdOf(call.id, identity, index, at),
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }))
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
}

export interface ChunkOptions {
  readonly answers: number
  readonly wantsLogprobs: boolean
  readonly includesUsage: boolean
  readonly includesProgress: boolean
  /** llama-server's `timings_per_token`. */
  readonly timesTokens: boolean
}

/** Chunks of the type `chat.completion.chunk`, one or none per event. */
export class ChatChunks {
  private hasBegun = false
  private readonly finishes: ServedFinish[] = []
  private readonly logprobs = new Map<number, TokenLogprob[]>()

  private readonly running: RunningTimings
  private startedAt = 0

  /** `now` is in ms. */
  constructor(
    private readonly identity: Identity,
    private readonly options: ChunkOptions,
    private readonly now: () => number,
  ) {
    this.running = new RunningTimings(now)
  }

  push(event: ServedEvent): object[] {
    const isProcessed = this.running.push(event)
    const { includesProgress } = this.options
    if (event.type === 'prefill') {
      this.startedAt = this.now() - event.ms
      return [...this.begin(), ...(includesProgress ? [this.progressChunk(event.ms)] : [])]
    }
    const last = isProcessed && includesProgress ? [this.progressChunk(this.now() - this.startedAt)] : []
    return [...last, ...this.answered(event)]
  }

  private answered(event: Exclude<ServedEvent, { readonly type: 'prefill' }>): object[] {
    switch (event.type) {
      case 'logprobs':
        this.logprobs.set(event.answer, [...(this.logprobs.get(event.answer) ?? []), ...event.tokens])
        return []
      case 'text':
        return [...this.begin(), this.delta(event.answer, { content: event.text })]
      case 'reasoning':
        return [...this.begin(), this.delta(event.answer, { reasoning_content: event.text })]
      case 'tool-call': {
        const { answer, call, isFirst, name, arguments: json } = event
        const first = isFirst ? { id: callIdOf(event.id, this.identity, answer, call), type: 'function' } : {}
        const called = { index: call, ...first, function: { ...(isFirst ? { name } : {}), arguments: json } }
        return [...this.begin(), this.delta(answer, { tool_calls: [called] })]
      }
      case 'finish':
        this.finishes.push(event)
        return [...this.begin(), this.delta(event.answer, {}, finishReason(event), finalTimings(event))]
    }
  }

  /** After the last event. */
  end(): object[] {
    if (!this.options.includesUsage) return []
    const usages = this.finishes.toSorted((a, b) => a.answer - b.answer).map(({ usage }) => usage)
    const [first] = this.finishes
    return [{ ...this.chunk([]), usage: usageOf([usages]), ...(first ? { timings: finalTimings(first) } : {}) }]
  }

  private progressChunk(ms: number): object {
    return { ...this.chunk([]), prompt_progress: { ...this.running.progress, time_ms: Math.round(ms) } }
  }

  private begin(): object[] {
    if (this.hasBegun) return []
    this.hasBegun = true
    return Array.from({ length: this.options.answers }, (_, answer) => this.delta(answer, { role: 'assistant', content: null }))
  }

  private delta(index: number, delta: object, finish: string | null = null, timings?: object): object {
    const tokens = this.logprobs.get(index) ?? []
    this.logprobs.delete(index)
    const logprobs = this.options.wantsLogprobs && tokens.length > 0 ? chatLogprobs(tokens) : null
    const timed = timings ?? (this.options.timesTokens && !('role' in delta) ? this.running.timings : undefined)
    return { ...this.chunk([{ index, delta, logprobs, finish_reason: finish }]), ...(timed ? { timings: timed } : {}) }
  }

  private chunk(choices: readonly object[]): object {
    const { id, created, model, fingerprint } = this.identity
    return {
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      system_fingerprint: fingerprint,
      choices,
      ...(this.options.includesUsage ? { usage: null } : {}),
    }
  }
}
