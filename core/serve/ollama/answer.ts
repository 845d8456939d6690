/** Ollama's answer: one line of JSON for each event. */
import type { TokenLogprob } from '../../contract/chat/logprobs'
import { argumentsIn } from '../../tools/calls-in'
import { type AnswerBlock, AnswerBlocks, callsOf, isBlockEvent, textOf } from '../answer-blocks'
import { timesOf } from '../figures'
import type { ServedEvent, ServedFinish } from '../served-event'

export interface OllamaAnswerOptions {
  readonly endpoint: 'chat' | 'generate'
  /** As the client named it. */
  readonly model: string
}

type Line = Readonly<Record<string, unknown>>

interface Piece {
  readonly text?: string
  readonly thinking?: string
  readonly calls?: readonly unknown[]
}

/** `at` is when a line is written. */
export class OllamaStream {
  private readonly answer = new AnswerBlocks()
  private logprobs: TokenLogprob[] = []
  private calls = 0

  constructor(
    private readonly options: OllamaAnswerOptions,
    private readonly at: () => Date,
  ) {}

  push(event: ServedEvent): Line[] {
    if (event.type === 'logprobs') this.logprobs.push(...event.tokens)
    if (event.type === 'finish') return [...this.callLine(this.answer.last), this.end(event)]
    if (!isBlockEvent(event)) return []
    const { last } = this.answer
    const ended = this.answer.push(event) ? this.callLine(last) : []
    if (event.type === 'tool-call') return ended
    return [...ended, this.line(event.type === 'text' ? { text: event.text } : { thinking: event.text })]
  }

  /** Ollama writes a call when it is complete. */
  private callLine(block: AnswerBlock | undefined): Line[] {
    const call = block && ollamaCall(block, this.calls)
    if (!call) return []
    this.calls++
    return [this.line({ calls: [call] })]
  }

  private line(piece: Piece): Line {
    const logprobs = this.takeLogprobs()
    return { ...head(this.options, this.at()), ...contentOf(this.options, piece), done: false, ...logprobs }
  }

  private end(finish: ServedFinish): Line {
    return { ...head(this.options, this.at()), ...contentOf(this.options, {}), ...this.takeLogprobs(), ...endOf(finish) }
  }

  private takeLogprobs() {
    const taken = this.logprobs
    this.logprobs = []
    return taken.length > 0 ? { logprobs: taken.map(ollamaLogprob) } : {}
  }
}

/** `events` are all events of one answer. */
export function ollamaAnswer(events: readonly ServedEvent[], options: OllamaAnswerOptions, at: Date): Line {
  const answer = new AnswerBlocks()
  const logprobs: TokenLogprob[] = []
  let finish: ServedFinish | undefined
  for (const event of events) {
    if (isBlockEvent(event)) answer.push(event)
    else if (event.type === 'logprobs') logprobs.push(...event.tokens)
    else if (event.type === 'finish') finish = event
  }
  if (!finish) throw new Error('An answer without an end')
  const thinking = textOf(answer.blocks, 'reasoning')
  const calls = callsOf(answer.blocks).flatMap((block, index) => ollamaCall(block, index) ?? [])
  const piece = { text: textOf(answer.blocks, 'text'), ...(thinking ? { thinking } : {}), ...(calls.length > 0 ? { calls } : {}) }
  return {
    ...head(options, at),
    ...contentOf(options, piece),
    ...(logprobs.length > 0 ? { logprobs: logprobs.map(ollamaLogprob) } : {}),
    ...endOf(finish),
  }
}

/** What a request without a prompt gets: the model is loaded. */
export const loadedLine = (options: OllamaAnswerOptions, at: Date): Line => ({
  ...head(options, at),
  ...contentOf(options, {}),
  done: true,
  done_reason: 'load',
})

const head = ({ model }: OllamaAnswerOptions, at: Date) => ({ model, created_at: at.toISOString() })

function contentOf({ endpoint }: OllamaAnswerOptions, { text = '', thinking, calls }: Piece) {
  const thought = thinking === undefined ? {} : { thinking }
  if (endpoint === 'generate') return { response: text, ...thought }
  return { message: { role: 'assistant', content: text, ...thought, ...(calls ? { tool_calls: calls } : {}) } }
}

/** undefined for text, and for a call whose arguments were cut off. */
function ollamaCall(block: AnswerBlock, index: number) {
  if (block.type !== 'tool-call') return undefined
  const json = argumentsIn(block)
  return json && { id: block.id, function: { index, name: block.name, arguments: json } }
}

const nanoseconds = (ms: number): number => Math.round(ms * 1e6)

/** What `/api/embed` answers. */
export const embedAnswer = (model: string, embeddings: readonly (readonly number[])[], promptTokens: number, ms: number): Line => ({
  model,
  embeddings,
  total_duration: nanoseconds(ms),
  load_duration: 0,
  prompt_eval_count: promptTokens,
})

/** `prompt_eval_count` includes the tokens that came from the cache. The model is loaded before the server takes requests. */
function endOf(finish: ServedFinish) {
  const { usage, stopReason } = finish
  const { promptMs, decodeMs, totalMs } = timesOf(finish)
  return {
    done: true,
    done_reason: stopReason === 'token-limit' || stopReason === 'context-full' ? 'length' : 'stop',
    total_duration: nanoseconds(totalMs),
    load_duration: 0,
    prompt_eval_count: usage.promptTokens,
    prompt_eval_cached_count: usage.cachedTokens,
    prompt_eval_duration: nanoseconds(promptMs),
    eval_count: usage.outputTokens,
    eval_duration: nanoseconds(decodeMs),
  }
}

const utf8 = new TextEncoder()
const withBytes = ({ text, logprob }: { readonly text: string; readonly logprob: number }) => ({
  token: text,
  logprob,
  bytes: [...utf8.encode(text)],
})
const ollamaLogprob = (token: TokenLogprob) => ({
  ...withBytes(token),
  ...(token.top.length > 0 ? { top_logprobs: token.top.map(withBytes) } : {}),
})
