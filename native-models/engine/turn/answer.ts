import type { Token } from 'node-llama-cpp'
import type { StopReason } from '../../../core/contract/chat/turn'
import { AnswerText } from '../decode/answer-text'
import type { Decoder } from '../decode/decoder'
import { seedFor } from '../decode/token-sampler'
import type { Overflow } from '../overflow/overflow'
import { answerReads } from './answer-reads'
import { decoderFor } from './choose-decoder'
import type { Prompt } from './prepare-prompt'
import { type AnswerSequence, type Turn, threadsNow, tokenLimit } from './turn'

export class Answer {
  readonly decoder: Decoder
  /** The newest token, which has no cell yet. At first, the prompt's last token. */
  token: Token
  ended: StopReason | undefined
  private readonly line: AnswerSequence
  private readonly seed: number
  private readonly overflow: Overflow
  private readonly text: AnswerText
  private isClosed = false

  constructor(
    private readonly turn: Turn,
    private readonly prompt: Prompt,
    index: number,
  ) {
    const { loaded, request } = turn
    const { model, renderer } = loaded
    const { sampling, messages } = request
    this.line = turn.answers[index] as AnswerSequence
    const { sequence, record } = this.line
    this.token = prompt.tokens.at(-1) as Token
    this.seed = sampling.seed === null ? seedFor(sampling) : (sampling.seed + index) % 2 ** 32
    this.overflow = index === 0 ? prompt.overflow : prompt.overflow.fork(sequence, record)
    this.decoder = decoderFor(turn, { sequence, sampling, seed: this.seed, prompt: prompt.tokens })
    this.text = new AnswerText(
      (tokens, before) => model.detokenize(tokens as Token[], false, before as Token[]),
      [...sampling.stopTexts, ...renderer.stopTexts],
      // Without the preceding tokens, the first token may lose its leading space.
      messages.at(-1)?.role === 'assistant' ? prompt.tokens : [],
    )
  }

  /** Makes room if the context is full. Returns the reason if no further token can be decoded. */
  async mustEnd(): Promise<StopReason | undefined> {
    if (this.line.signal.aborted) return 'stopped'
    if (this.decoder.usedCells < tokenLimit(this.turn.context) || (await this.makeRoom())) return undefined
    return 'context-full'
  }

  take(token: Token, now: number): void {
    const { log, onToken } = this.line
    const { maxTokens } = this.turn.request.sampling
    this.token = token
    if (this.endsText(token)) {
      this.ended = 'end-of-text'
      return
    }
    onToken?.(token)
    const piece = this.text.push(token)
    this.reportSpeculation()
    log.token(piece.text, this.decoder.usedCells, now)
    if (piece.stopped) this.ended = 'stop-text'
    else if (maxTokens !== null && log.outputCount >= maxTokens) this.ended = 'token-limit'
  }

  async end(stopReason: StopReason): Promise<void> {
    this.line.log.answered(stopReason === 'stop-text' ? '' : this.text.end())
    await this.close()
  }

  async close(): Promise<void> {
    if (this.isClosed) return
    this.isClosed = true
    await this.turn.contextQueue.run(() => this.decoder.dispose())
  }

  measure(stopReason: StopReason): void {
    const { line, turn, prompt, seed, overflow } = this
    line.log.finish({
      stopReason,
      usedCells: line.sequence.nextTokenIndex,
      totalCells: turn.context.report.contextTokens,
      seed,
      threads: threadsNow(turn),
      reuse: prompt.reuse,
      shared: prompt.shared,
      overflow: overflow.report,
      reads: answerReads(turn, line.sequence.nextTokenIndex, line.log.outputCount),
    })
  }

  private endsText(token: Token): boolean {
    const { loaded, request } = this.turn
    return !request.sampling.ignoreEndOfText && (loaded.model.isEogToken(token) || loaded.renderer.stopTokens.has(token))
  }

  private async makeRoom(): Promise<boolean> {
    const { line, turn, prompt, overflow } = this
    const hasRoom = await turn.contextQueue.run(() => overflow.makeRoom(line.log))
    if (hasRoom) line.record.hold(prompt.contentsOf(line.record, 0))
    return hasRoom
  }

  private reportSpeculation(): void {
    const { speculation } = this.decoder
    if (!speculation || speculation.lastStep === 'ready') return
    const { figures, lastStep } = speculation
    const { log } = this.line
    log.speculated(figures)
    if (lastStep === 'ended') log.mark('speculation-off', Math.round((100 * figures.accepted) / Math.max(1, figures.drafted)))
  }
}
