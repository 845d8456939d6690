/** The events of a raw prompt as OpenAI's `text_completion`, whole or in chunks. */
import type { TokenLogprob } from '../../contract/chat/logprobs'
import { finalTimings } from '../llama-cpp/timings'
import type { ServedEvent, ServedFinish, ServedUsage } from '../served-event'
import { finishReason, type Identity, usageOf } from './shapes'

export interface CompletionOptions {
  /** Per prompt. */
  readonly answers: number
  readonly wantsLogprobs: boolean
  readonly includesUsage: boolean
  /** The text that each answer to a prompt begins with. */
  readonly echoed: readonly string[]
}

interface Choice {
  text: string
  readonly logprobs: TokenLogprob[]
  /** Whether they begin with those of the prompt. Nothing predicts its first token. */
  readonly hasPrompt: boolean
  /** How many of them chunks have. */
  sent: number
  offset: number
  finish: ServedFinish | undefined
}

export class CompletionAnswer {
  private readonly choices: Choice[]

  constructor(
    private readonly identity: Identity,
    private readonly options: CompletionOptions,
  ) {
    this.choices = options.echoed.flatMap((echo) =>
      Array.from(
        { length: options.answers },
        (): Choice => ({ text: echo, logprobs: [], hasPrompt: echo !== '', sent: 0, offset: 0, finish: undefined }),
      ),
    )
  }

  /** The chunks of a stream before any event. */
  begin(): object[] {
    return this.choices.flatMap(({ text }, index) => (text === '' ? [] : [this.chunk(index, text, null)]))
  }

  /** Returns the chunks of a stream. */
  push(prompt: number, event: ServedEvent): object[] {
    if (event.type === 'prefill' || event.type === 'tool-call') return []
    const index = prompt * this.options.answers + event.answer
    const choice = this.choices[index] as Choice
    switch (event.type) {
      case 'logprobs':
        choice.logprobs.push(...event.tokens)
        return []
      case 'text':
      case 'reasoning':
        choice.text += event.text
        return [this.chunk(index, event.text, null)]
      case 'finish':
        choice.finish = event
        return [{ ...this.chunk(index, '', finishReason(event)), timings: finalTimings(event) }]
    }
  }

  /** The last chunks of a stream. */
  end(): object[] {
    return this.options.includesUsage ? [{ ...this.frame([]), usage: usageOf(this.usages) }] : []
  }

  whole(): object {
    const [first] = this.choices
    return {
      ...this.frame(
        this.choices.map(({ text, finish, logprobs, hasPrompt }, index) => ({
          index,
          text,
          logprobs: this.options.wantsLogprobs ? logprobsOf(logprobs, 0, hasPrompt) : null,
          finish_reason: finish ? finishReason(finish) : null,
        })),
      ),
      usage: usageOf(this.usages),
      ...(first?.finish ? { timings: finalTimings(first.finish) } : {}),
    }
  }

  private get usages(): ServedUsage[][] {
    const { answers } = this.options
    return this.options.echoed.map((_, prompt) =>
      this.choices.slice(prompt * answers, (prompt + 1) * answers).flatMap(({ finish }) => (finish ? [finish.usage] : [])),
    )
  }

  private chunk(index: number, text: string, finish: string | null): object {
    const choice = this.choices[index] as Choice
    const tokens = choice.logprobs.slice(choice.sent)
    const beginsPrompt = choice.hasPrompt && choice.sent === 0
    choice.sent += tokens.length
    const logprobs = this.options.wantsLogprobs && tokens.length > 0 ? logprobsOf(tokens, choice.offset, beginsPrompt) : null
    choice.offset += tokens.reduce((sum, token) => sum + token.text.length, 0)
    return { ...this.frame([{ index, text, logprobs, finish_reason: finish }]), ...(this.options.includesUsage ? { usage: null } : {}) }
  }

  private frame(choices: readonly object[]): object {
    const { id, created, model, fingerprint } = this.identity
    return { id, object: 'text_completion', created, model, system_fingerprint: fingerprint, choices }
  }
}

function logprobsOf(tokens: readonly TokenLogprob[], from: number, beginsPrompt: boolean): object {
  let offset = from
  const offsets = tokens.map(({ text }) => {
    offset += text.length
    return offset - text.length
  })
  const unpredicted = (index: number) => beginsPrompt && index === 0
  return {
    tokens: tokens.map(({ text }) => text),
    token_logprobs: tokens.map(({ logprob }, index) => (unpredicted(index) ? null : logprob)),
    top_logprobs: tokens.map(({ top }, index) =>
      unpredicted(index) ? null : Object.fromEntries(top.map(({ text, logprob }) => [text, logprob])),
    ),
    text_offset: offsets,
  }
}
