import type { Token } from 'node-llama-cpp'
import { pushSpan } from '../../../core/cells/cell-spans'
import type { CellSpan } from '../../../core/contract/cache/cache'
import type { GrammarFigures, StopReason } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import { contentOf, PartTracker } from '../../../core/messages/part-tracker'
import { plainTextOf } from '../../../core/messages/parts-of'
import { GrammarInUse } from '../decode/answer-grammar'
import { AnswerText } from '../decode/answer-text'
import type { Decoder } from '../decode/decoder'
import { tokenLogprob } from '../decode/token-logprob'
import { seedFor } from '../decode/token-sampler'
import type { Overflow } from '../overflow/overflow'
import { pieceOf } from '../tokens/token-bytes'
import { type AnswerBinding, callsForbidden, forbidsCalls } from './answer-binding'
import { answerReads } from './answer-reads'
import { decoderFor } from './choose-decoder'
import type { Prompt } from './prepare-prompt'
import { type AnswerSequence, type Turn, threadsNow, tokenLimit } from './turn'

export class Answer {
  readonly decoder: Decoder
  /** The token that the decoder evaluates next. Before the answer has tokens, the prompt's last one. */
  token: Token
  ended: StopReason | undefined
  private readonly line: AnswerSequence
  private readonly seed: number
  private readonly overflow: Overflow
  private readonly text: AnswerText
  /** undefined if the model writes nothing but text. */
  private readonly parts: PartTracker | undefined
  private readonly grammar: GrammarInUse | undefined
  /** Where the last call that the grammar could not constrain begins. -1 if every call was constrained. */
  private freeCall = -1
  private readonly spans: CellSpan[]
  /** Text that the prompt ends with, and that belongs to the answer, such as `<think>`. */
  private readonly begun: string
  private readonly message: number
  /** Tokens that end the reasoning, instead of sampled ones. */
  private forced: Token[] = []
  /** When the first token was sampled, of the monotonic clock. */
  private firstAt: number | undefined
  private isClosed = false

  constructor(
    private readonly turn: Turn,
    private readonly prompt: Prompt,
    index: number,
    private readonly binding: AnswerBinding | undefined,
  ) {
    const { loaded, request } = turn
    const { model, renderer } = loaded
    const { sampling, messages, tools, raw, topLogprobs, postSamplingProbs } = request
    const last = messages.at(-1)
    const continues = last?.role === 'assistant'
    this.line = turn.answers[index] as AnswerSequence
    const { sequence, record } = this.line
    this.token = prompt.tokens.at(-1) as Token
    this.seed = sampling.seed === null ? seedFor(sampling) : (sampling.seed + index) % 2 ** 32
    this.overflow = index === 0 ? prompt.overflow : prompt.overflow.fork(sequence, record)
    this.grammar = binding && new GrammarInUse(model, binding.grammar, binding.markers)
    this.spans = prompt.answers[index] ?? []
    this.message = messages.filter(({ role }) => role !== 'system').length + (continues ? 0 : 1)
    this.begun = continues || raw ? '' : renderer.opening(sampling)
    const begun = continues ? last.text : this.begun
    const syntax = forbidsCalls(request) ? { ...renderer.syntax, calls: null } : renderer.syntax
    if (!raw && (syntax.reasoning || syntax.calls)) this.parts = new PartTracker(syntax, begun, tools)
    this.text = new AnswerText(
      (tokens, before) => {
        const showsControlTokens = tokens.some((token) => renderer.markers.has(token as Token))
        return model.detokenize(tokens as Token[], showsControlTokens, before as Token[])
      },
      raw ? sampling.stopTexts : [...sampling.stopTexts, ...renderer.stopTexts],
      // Without the preceding tokens, the first token may lose its leading space.
      continues || raw ? prompt.tokens : [],
    )
    this.bindBegun(continues ? begun : '')
    const forbidden = callsForbidden(turn)
    this.decoder = decoderFor(turn, {
      sequence,
      sampling,
      seed: this.seed,
      prompt: prompt.tokens,
      grammar: this.grammar,
      forbidden,
      probabilities: topLogprobs === undefined ? undefined : postSamplingProbs ? 'after-samplers' : 'before-samplers',
    })
  }

  /** Call it when the prompt has been processed. */
  begin(): void {
    const { log } = this.line
    log.open(this.begun)
    log.consistsOf(this.parts?.parts)
  }

  /** Throws `grammar-invalid` if the answer cannot begin with this text. */
  private bindBegun(begun: string): void {
    const { grammar, parts, binding } = this
    if (!grammar || this.bindCall(grammar) || binding?.from === 'call' || parts?.isReasoning) return
    const text = plainTextOf({ text: begun, ...(parts ? { parts: parts.parts } : {}) })
    if (!grammar.beginAfter(text)) throw coded('grammar-invalid', { problem: { kind: 'begun-answer' } })
  }

  get isStopped(): boolean {
    return this.line.signal.aborted
  }

  /** Makes room if the context is full. Returns the reason if no further token can be decoded. */
  async mustEnd(): Promise<StopReason | undefined> {
    if (this.isStopped) return 'stopped'
    if (this.turn.request.promptLogprobs === 'only') return 'token-limit'
    if (this.decoder.usedCells < tokenLimit(this.turn) || (await this.makeRoom())) return undefined
    return 'context-full'
  }

  take(sampled: Token, now: number): void {
    const { log, onToken } = this.line
    const token = this.forcedToken(sampled) ?? sampled
    if (token !== sampled) this.decoder.replaced(token)
    const { maxTokens } = this.turn.request.sampling
    this.firstAt ??= now
    this.token = token
    if (this.endsText(token)) {
      this.ended = 'end-of-text'
      return
    }
    onToken?.(token)
    this.reportProbabilities(token)
    const piece = this.text.push(token)
    this.parts?.push(piece.text, now)
    this.applyGrammar()
    log.consistsOf(this.parts?.parts)
    pushSpan(this.spans, { ...contentOf(this.parts?.type ?? 'text'), message: this.message }, 1)
    this.reportSpeculation()
    log.token(piece.text, this.decoder.usedCells, now)
    if (piece.stopped) this.ended = 'stop-text'
    else if (maxTokens !== null && log.outputCount >= maxTokens) this.ended = 'token-limit'
    else if (this.isOutOfTime(piece.text, now)) this.ended = 'token-limit'
  }

  /** Source: `process_token` in tools/server/server-context.cpp, llama.cpp v0.4.0. */
  private isOutOfTime(text: string, now: number): boolean {
    const { mostPredictMs } = this.turn.request
    return mostPredictMs !== undefined && text.includes('\n') && now - (this.firstAt ?? now) > mostPredictMs
  }

  private applyGrammar(): void {
    const { grammar, parts, binding } = this
    if (!grammar || grammar.applied || this.forced.length > 0) return
    const hasBegun = binding?.from === 'call' ? this.bindCall(grammar) : !parts?.isReasoning && grammar.beginAfter('')
    // Tokens that were drafted without the grammar are discarded.
    if (hasBegun) this.decoder.replaced(this.token)
  }

  /** The call is not constrained if it has begun in a way that the grammar does not allow. */
  private bindCall(grammar: GrammarInUse): boolean {
    const open = this.parts?.openCall
    if (!open || open.from === this.freeCall || this.text.isDelayed) return false
    const { markup, call } = open
    for (let from = 0; from <= markup.length; from++) if (grammar.beginAfter(markup.slice(from) + call)) return true
    this.freeCall = open.from
    return false
  }

  async end(stopReason: StopReason): Promise<void> {
    const rest = stopReason === 'stop-text' ? '' : this.text.end()
    this.parts?.end(rest)
    this.line.log.consistsOf(this.parts?.parts)
    this.line.log.answered(rest)
    await this.close()
  }

  async close(): Promise<void> {
    if (this.isClosed) return
    this.isClosed = true
    await this.turn.contextQueue.run(() => this.decoder.dispose())
  }

  measure(stopReason: StopReason): void {
    const { line, turn, prompt, seed, overflow } = this
    const grammar = this.grammarFigures(stopReason)
    line.log.finish({
      stopReason,
      usedCells: line.sequence.nextTokenIndex,
      totalCells: turn.context.report.contextTokens,
      seed,
      threads: threadsNow(turn),
      reuse: prompt.reuse,
      shared: prompt.shared,
      sharedSteps: turn.batches?.shared,
      overflow: overflow.report,
      ...(grammar ? { grammar } : {}),
      reads: answerReads(turn, line.sequence.nextTokenIndex, line.log.outputCount),
      stopText: turn.request.sampling.stopTexts.find((text) => text === this.text.stoppedBy),
      sequence: line.index,
    })
  }

  private endsText(token: Token): boolean {
    const { loaded, request } = this.turn
    return (
      (this.binding?.from === 'answer' || !request.sampling.ignoreEndOfText) &&
      (loaded.model.isEogToken(token) || loaded.renderer.stopTokens.has(token))
    )
  }

  private grammarFigures(stopReason: StopReason): GrammarFigures | undefined {
    const { grammar, speculation } = this.turn.request.sampling
    if (!grammar || !this.grammar) return undefined
    return {
      kind: grammar.kind,
      isComplete: this.grammar.applied !== undefined && stopReason !== 'stop-text' && this.grammar.isComplete,
      turnedSpeculationOff: speculation !== 'off',
    }
  }

  private forcedToken(sampled: Token): Token | undefined {
    const { loaded, request } = this.turn
    const { reasoning } = loaded.renderer.syntax
    const isTooLong = (this.parts?.reasoningTokens ?? 0) >= (request.sampling.reasoningBudgetTokens ?? Number.POSITIVE_INFINITY)
    const mustEnd = this.parts?.type === 'reasoning' && (isTooLong || this.line.reasoningEnds?.aborted)
    // An answer that is bound to a grammar needs more than its reasoning.
    const endsEarly = this.binding?.from === 'answer' && this.parts?.isReasoning && this.endsText(sampled)
    if (reasoning && this.forced.length === 0 && (mustEnd || endsEarly)) this.forced = loaded.model.tokenize(endText(reasoning.end), true)
    return this.forced.shift()
  }

  private async makeRoom(): Promise<boolean> {
    const { line, turn, prompt, overflow } = this
    const hasRoom = await turn.contextQueue.run(() => overflow.makeRoom(line.log))
    if (hasRoom) line.record.hold(prompt.contentsOf(line.record, 0, this.spans))
    return hasRoom
  }

  private reportProbabilities(token: Token): void {
    const { topLogprobs } = this.turn.request
    const { probabilities } = this.decoder
    if (topLogprobs === undefined || !probabilities) return
    const { model } = this.turn.loaded
    this.line.log.likely(tokenLogprob(token, probabilities, topLogprobs, (one) => pieceOf(model, one)))
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

/** Tags are on a line of their own; control tokens such as `<|end|>` are not. */
const endText = (marker: string): string => (marker.startsWith('<|') ? marker : `\n${marker}\n\n`)
