/** llama-server's answers to `/completion`. Source: `to_json_non_oaicompat` in tools/server/server-task.cpp, v0.4.0. */
import type { TokenLogprob } from '../../contract/chat/logprobs'
import type { StopReason } from '../../contract/chat/turn'
import { isBlockEvent } from '../answer-blocks'
import type { ServedEvent, ServedFinish } from '../served-event'
import { finalTimings, RunningTimings } from './timings'

export interface CompletionOptions {
  readonly model: string
  /** The text of the prompt. */
  readonly prompt: string
  /** The index of the first answer; the indexes of the others follow. */
  readonly index: number
  readonly settings: Readonly<Record<string, unknown>>
  readonly timingsPerToken: boolean
  readonly returnProgress: boolean
  readonly returnTokens: boolean
  readonly probs: number
  /** Whether the answer has probabilities instead of their logarithms, as llama-server has after sampling. */
  readonly postSamplingProbs: boolean
  readonly responseFields: readonly string[]
}

type Body = Readonly<Record<string, unknown>>

interface Written {
  text: string
  unsent: TokenLogprob[]
}

/** `now` is in ms. */
export class CompletionStream {
  private readonly answers = new Map<number, Written>()
  private readonly running: RunningTimings
  private startedAt = 0

  constructor(
    private readonly options: CompletionOptions,
    private readonly now: () => number,
  ) {
    this.running = new RunningTimings(now)
  }

  push(event: ServedEvent): Body[] {
    const isProcessed = this.running.push(event)
    const { returnProgress } = this.options
    if (event.type === 'prefill') {
      this.startedAt = this.now() - event.ms
      return returnProgress ? [this.progressChunk(event.ms)] : []
    }
    const last = isProcessed && returnProgress ? [this.progressChunk(this.now() - this.startedAt)] : []
    return [...last, ...this.answered(event)]
  }

  private answered(event: Exclude<ServedEvent, { readonly type: 'prefill' }>): Body[] {
    const written = this.written(event.answer)
    if (event.type === 'logprobs') {
      written.unsent.push(...event.tokens)
      return []
    }
    if (event.type === 'finish') return [...this.rest(event.answer, written), this.end(event)]
    if (!isBlockEvent(event)) return []
    const text = event.type === 'tool-call' ? event.arguments : event.text
    written.text += text
    const tokens = take(written)
    // llama-server sends a chunk per token, so that each has its probabilities.
    const isWhole = tokens.length > 1 && tokens.map((token) => token.text).join('') === text
    if (isWhole) return tokens.map((token) => this.chunk(event.answer, token.text, [token]))
    return [this.chunk(event.answer, text, tokens)]
  }

  /** Tokens without text, such as the first bytes of a character that was never completed. */
  private rest(answer: number, written: Written): Body[] {
    return written.unsent.length > 0 ? [this.chunk(answer, '', take(written))] : []
  }

  private chunk(answer: number, content: string, tokens: readonly TokenLogprob[]): Body {
    return {
      index: this.options.index + answer,
      content,
      tokens: tokens.map(({ id }) => id),
      stop: false,
      id_slot: -1,
      tokens_predicted: this.running.outputTokens,
      tokens_evaluated: this.running.promptTokens,
      ...(this.options.timingsPerToken ? { timings: this.running.timings } : {}),
      ...this.probabilities(tokens),
    }
  }

  private progressChunk(ms: number): Body {
    return { ...this.chunk(0, '', []), prompt_progress: { ...this.running.progress, time_ms: Math.round(ms) } }
  }

  private end(finish: ServedFinish): Body {
    const { text } = this.written(finish.answer)
    return finalBody(finish, '', [], text, this.options)
  }

  private written(answer: number): Written {
    const known = this.answers.get(answer)
    if (known) return known
    const written: Written = { text: '', unsent: [] }
    this.answers.set(answer, written)
    return written
  }

  private probabilities(tokens: readonly TokenLogprob[]) {
    return this.options.probs > 0 && tokens.length > 0 ? { completion_probabilities: tokens.map(probabilityOf(this.options)) } : {}
  }
}

/** One body per answer. `events` are all events of the request. */
export function completionBodies(events: readonly ServedEvent[], options: CompletionOptions): Body[] {
  const finishes = events.filter((event): event is ServedFinish => event.type === 'finish')
  return [...finishes]
    .sort((a, b) => a.answer - b.answer)
    .map((finish) => {
      let text = ''
      const tokens: TokenLogprob[] = []
      for (const event of events) {
        if (event.type === 'prefill' || event.answer !== finish.answer) continue
        if (isBlockEvent(event)) text += event.type === 'tool-call' ? event.arguments : event.text
        else if (event.type === 'logprobs') tokens.push(...event.tokens)
      }
      const probabilities = options.probs > 0 ? { completion_probabilities: tokens.map(probabilityOf(options)) } : {}
      const ids = options.returnTokens ? tokens.map(({ id }) => id) : []
      return chosen({ ...finalBody(finish, text, ids, text, { ...options, responseFields: [] }), ...probabilities }, options.responseFields)
    })
}

function finalBody(finish: ServedFinish, content: string, tokens: readonly number[], whole: string, options: CompletionOptions): Body {
  const { usage, metrics, stopText, stopReason } = finish
  const body = {
    index: options.index + finish.answer,
    content,
    tokens,
    id_slot: finish.slot ?? -1,
    stop: true,
    model: options.model,
    tokens_predicted: usage.outputTokens,
    tokens_evaluated: usage.promptTokens,
    generation_settings: { ...options.settings, seed: metrics.seed },
    prompt: options.prompt,
    has_new_line: whole.includes('\n'),
    truncated: stopReason === 'context-full',
    stop_type: stopTypes[stopReason],
    stopping_word: stopText ?? '',
    tokens_cached: metrics.usedCells,
    timings: finalTimings(finish),
  }
  return chosen(body, options.responseFields)
}

const stopTypes: Record<StopReason, string> = {
  'end-of-text': 'eos',
  'stop-text': 'word',
  'token-limit': 'limit',
  'context-full': 'limit',
  stopped: 'none',
  'context-replaced': 'none',
}

/** A nested field keeps its path as its name. Source: `json_get_nested_values` in tools/server/server-common.cpp. */
function chosen(body: Body, fields: readonly string[]): Body {
  if (fields.length === 0) return body
  return Object.fromEntries(
    fields.flatMap((field) => {
      const path = field.split('/')
      const value = path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Body)[key] : undefined), body)
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

function take(written: Written): TokenLogprob[] {
  const taken = written.unsent
  written.unsent = []
  return taken
}

const utf8 = new TextEncoder()
const withBytes = ({ id, text, bytes = [...utf8.encode(text)] }: Omit<TokenLogprob, 'top'>) => ({ id, token: text, bytes })
const probabilityOf =
  ({ postSamplingProbs }: CompletionOptions) =>
  (token: TokenLogprob) => {
    const entry = (one: Omit<TokenLogprob, 'top'>) => ({
      ...withBytes(one),
      ...(postSamplingProbs ? { prob: Math.exp(one.logprob) } : { logprob: one.logprob }),
    })
    return { ...entry(token), [postSamplingProbs ? 'top_probs' : 'top_logprobs']: token.top.map(entry) }
  }
