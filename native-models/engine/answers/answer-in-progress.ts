import type { Token } from 'node-llama-cpp'
import type { AnswersRequest, StopReason } from '../../../core/contract/chat/turn'
import type { AnswerUnderWay } from '../../process/backend'
import { AnswerText } from '../decode/answer-text'
import type { ModelInMemory } from '../llama/load-model'

export interface AnswerEnd {
  readonly firstToken: number | null
  readonly stopReason: StopReason
}

export class AnswerInProgress {
  private readonly text: AnswerText
  private readonly endsText: (token: Token) => boolean
  private firstToken: number | null = null
  private before: number | null = null

  /** `sent`: on the same clock as `now` in `take`. */
  constructor(
    { model, renderer }: ModelInMemory,
    { sampling, messages }: AnswersRequest,
    prompt: readonly Token[],
    private readonly answer: AnswerUnderWay,
    private readonly sent: number,
  ) {
    this.text = new AnswerText(
      (tokens, before) => model.detokenize(tokens as Token[], false, before as Token[]),
      [...sampling.stopTexts, ...renderer.stopTexts],
      messages.at(-1)?.role === 'assistant' ? prompt : [],
    )
    this.endsText = (token) => !sampling.ignoreEndOfText && (model.isEogToken(token) || renderer.stopTokens.has(token))
    this.maxTokens = sampling.maxTokens ?? Number.POSITIVE_INFINITY
  }
  private readonly maxTokens: number

  get isStopped(): boolean {
    return this.answer.signal.aborted
  }

  /** Returns why the answer ends with this token, or undefined. `usedCells`: of its sequence. */
  take(token: Token, now: number, usedCells: number): StopReason | undefined {
    const { log } = this.answer
    if (this.endsText(token)) return 'end-of-text'
    const piece = this.text.push(token)
    log.token(piece.text, this.before === null ? null : now - this.before, usedCells)
    this.before = now
    if (this.firstToken === null && piece.text !== '') {
      this.firstToken = now
      log.firstToken(now - this.sent)
    }
    if (piece.stopped) return 'stop-text'
    return log.outputCount >= this.maxTokens ? 'token-limit' : undefined
  }

  end(stopReason: StopReason): AnswerEnd {
    this.answer.log.append(stopReason === 'stop-text' ? '' : this.text.end())
    return { firstToken: this.firstToken, stopReason }
  }
}
