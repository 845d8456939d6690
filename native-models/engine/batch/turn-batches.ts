import type { Token } from 'node-llama-cpp'
import type { SharedSteps } from '../../../core/contract/chat/turn'
import type { SequenceState } from '../llama/llama-internals'
import type { Part } from './compose-batch'

/** Samples from the logits of one sequence. The batch is queued, and `evaluated` resolves once its tokens are in the cache. */
export type Sample<Result> = (logits: Uint32Array, evaluated: Promise<void>) => Promise<Result>

export interface Work {
  readonly kind: 'answer' | 'prompt'
  readonly turn: TurnBatches
  readonly state: SequenceState
  tokens: readonly Token[]
  readonly promptTokens?: number
  readonly isRest?: boolean
  /** Which of the tokens need logits. If not all tokens fit into the batch, none has logits. */
  readonly logits: 'each' | 'last' | 'none'
  /** Called between batches, before the next batch is composed. Returns the tokens. */
  prepare?: (() => Promise<readonly Token[]>) | undefined
  readonly sample: Sample<unknown>
  resolve(result: unknown, tokens: number): void
  reject(error: unknown): void
}

export const hasLogits = ({ work, tokens }: Part<Work>): boolean => work.logits !== 'none' && tokens === work.tokens.length

interface Scheduling {
  readonly batchTokens: number
  submit(work: Work): void
  leave(): void
}

/** The share of one turn in the batches of its context. */
export class TurnBatches {
  readonly batchTokens: number
  private steps = 0
  private otherTurns = 0
  private otherPromptTokens = 0
  private hasRest = false
  /** What was evaluated for other turns since this turn's last step. */
  private since = { turns: new Set<TurnBatches>(), promptTokens: 0 }

  constructor(private readonly scheduling: Scheduling) {
    this.batchTokens = scheduling.batchTokens
  }

  /** undefined if the turn's answers had every step to themselves. */
  get shared(): SharedSteps | undefined {
    const { steps, otherTurns, otherPromptTokens } = this
    return steps === 0 ? undefined : { steps, otherTurns, otherPromptTokens }
  }

  /**
   * Evaluates as many of the first tokens as the scheduler allows. Returns how many. `promptTokens`: tokens of the whole prompt that were not
   * reused. `sample` gets the logits of the last token, in the batch that evaluates it.
   */
  prompt(state: SequenceState, tokens: readonly Token[], promptTokens = tokens.length, sample?: Sample<void>): Promise<number> {
    return new Promise((resolve, reject) => {
      this.scheduling.submit({
        // A single token has the priority of an answer's next token.
        kind: sample && tokens.length === 1 ? 'answer' : 'prompt',
        logits: sample ? 'last' : 'none',
        turn: this,
        state,
        tokens,
        promptTokens,
        isRest: this.hasRest,
        sample: async (logits, evaluated) => {
          if (logits.length > 0) await sample?.(logits, evaluated)
        },
        reject,
        resolve: (_, evaluated) => {
          this.hasRest = evaluated < tokens.length
          resolve(evaluated)
        },
      })
    })
  }

  /** Evaluates the token and samples the next one. */
  next(state: SequenceState, token: Token, sample: (logit: number) => Promise<Token>): Promise<Token> {
    return this.answer(state, { tokens: [token], sample: ([logit]) => sample(logit as number) })
  }

  /** Evaluates the tokens in one batch, with logits for each. There must not be more than `batchTokens`. */
  each<Result>(state: SequenceState, tokens: readonly Token[], sample: Sample<Result>): Promise<Result> {
    return this.answer(state, { tokens, sample })
  }

  /** Evaluates the token and its draft in one batch, with logits for each. The draft is made when all turns have handed in their next tokens. */
  withDraft<Result>(state: SequenceState, prepare: () => Promise<readonly Token[]>, sample: Sample<Result>): Promise<Result> {
    return this.answer(state, { tokens: [], prepare, sample })
  }

  private answer<Result>(
    state: SequenceState,
    work: Pick<Work, 'tokens' | 'prepare'> & { readonly sample: Sample<Result> },
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.scheduling.submit({
        kind: 'answer',
        logits: 'each',
        turn: this,
        state,
        ...work,
        reject,
        resolve: (result) => resolve(result as Result),
      })
    })
  }

  /** Call it after the turn has waited. */
  forgetOthers(): void {
    this.since = { turns: new Set(), promptTokens: 0 }
  }

  /** Whether no other turn has had a part in a batch since this turn began or waited. */
  get isAlone(): boolean {
    return this.steps === 0 && this.since.turns.size === 0
  }

  /** Called after each batch of the context. */
  saw(parts: readonly Part<Work>[]): void {
    const { since } = this
    const others = parts.filter(({ work }) => work.turn !== this)
    for (const { work, tokens } of others) {
      since.turns.add(work.turn)
      if (work.kind === 'prompt') since.promptTokens += tokens
    }
    if (!parts.some((part) => part.work.turn === this && hasLogits(part))) return
    if (since.turns.size > 0) this.steps++
    this.otherTurns = Math.max(this.otherTurns, since.turns.size)
    this.otherPromptTokens += since.promptTokens
    this.forgetOthers()
  }

  leave(): void {
    this.scheduling.leave()
  }
}
