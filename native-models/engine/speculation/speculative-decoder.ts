/**
 * One token at a time, of which several may come from one evaluation: a draft is evaluated behind the last token in the same
 * batch, and as much of it stays as the model would have picked itself.
 *
 *   batch:   last token, draft 1, draft 2, draft 3
 *   sampled:            =draft 1, =draft 2, other      → three tokens; the cell of draft 3 is removed
 *
 * What is sampled at a position has seen exactly what it would have seen without drafts, and each sampled token is sampled once,
 * in order. Only rounding differs: llama.cpp sums in another order over a batch, so at a tie, or at the edge between two tokens of a
 * sampled answer, the two can part. Through node-llama-cpp's bindings, because its token predictors belong to a
 * sequence for good and cannot forbid an end of text; a chat switches drafting on and off between two turns.
 */
import type { LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import type { SamplingSettings } from '../../../core/contract/sampling'
import { lookUpDraft } from '../../../core/speculation/prompt-lookup'
import { SpeculationMeter } from '../../../core/speculation/speculation-meter'
import type { Decoder, LastStep } from '../decoder'
import type { Internals, SequenceState } from '../llama-internals'
import { type TokenSampler, tokenSampler } from '../token-sampler'

/** Says how far to draft. */
export type Meter = Pick<SpeculationMeter, 'mostTokens' | 'plain' | 'step' | 'figures'>

/** `limit`: cells of the sequence that may be in use. */
export function speculativeDecoder(
  internals: Internals,
  sequence: LlamaContextSequence,
  model: LlamaModel,
  settings: SamplingSettings,
  seed: number,
  prompt: readonly Token[],
  limit: number,
  meter: Meter = new SpeculationMeter(),
): Decoder {
  const sampler = tokenSampler(internals, model, settings, seed, prompt)
  return new SpeculativeDecoder(internals, internals.sequence(sequence), sampler, prompt, limit, meter)
}

class SpeculativeDecoder implements Decoder {
  /** The prompt and all that was sampled and given back since. */
  private readonly history: number[]
  /** Sampled already, and but for the last of them in the cells already. */
  private ready: Token[] = []
  private lastStep: LastStep = 'plain'

  constructor(
    private readonly internals: Internals,
    private readonly state: SequenceState,
    private readonly sampler: TokenSampler,
    prompt: readonly Token[],
    private readonly limit: number,
    private readonly meter: Meter,
  ) {
    this.history = [...prompt]
  }

  get speculation() {
    return { figures: this.meter.figures, lastStep: this.lastStep }
  }

  usedCells(): number {
    // The cells go as far ahead as tokens are ready: the last of those has none, but the token given back before them has.
    return this.state.position - this.ready.length
  }

  async next(token: Token): Promise<Token> {
    if (this.ready.length === 0) this.ready = await this.evaluate(token)
    else this.lastStep = 'ready'
    const next = this.ready.shift() as Token
    this.history.push(next)
    return next
  }

  async dispose(): Promise<void> {
    this.sampler.dispose()
    // An answer can end in the middle of a draft.
    this.dropTo(this.usedCells())
  }

  /** Evaluates a token and a draft behind it; returns the tokens that come after it, at least one. */
  private async evaluate(token: Token): Promise<Token[]> {
    const { state, meter } = this
    const room = this.limit - state.position - 1
    const draft = lookUpDraft(this.history, Math.min(meter.mostTokens, room)) as Token[]
    const began = performance.now()
    const sampled = await this.sampledAfter([token, ...draft])
    const accepted = sampled.length - 1
    for (const evaluated of [token, ...draft]) state.advance(evaluated)
    this.dropTo(state.position - (draft.length - accepted))
    const ms = performance.now() - began
    if (draft.length === 0) meter.plain(ms)
    const hasEnded = draft.length > 0 && meter.step(draft.length, accepted, ms)
    this.lastStep = hasEnded ? 'ended' : draft.length > 0 ? 'drafted' : 'plain'
    return sampled
  }

  /** The token after the first, and after each further one as long as it was drafted rightly. */
  private async sampledAfter(tokens: readonly Token[]): Promise<Token[]> {
    const { context } = this.internals
    context.initBatch(tokens.length)
    const logits = context.addToBatch(this.state.sequenceId, this.state.position, Uint32Array.from(tokens), Uint32Array.from(tokens.keys()))
    const decoded = context.decodeBatch()
    const first = this.sampler.sample(logits[0] as number)
    first.catch(() => {})
    await decoded
    const sampled = [await first]
    while (sampled.length < tokens.length && sampled.at(-1) === tokens[sampled.length])
      sampled.push(await this.sampler.sample(logits[sampled.length] as number))
    return sampled
  }

  /** Leaves the first `cells` tokens of the sequence. */
  private dropTo(cells: number): void {
    const { state } = this
    const surplus = state.position - cells
    if (surplus <= 0) return
    if (!this.internals.context.removeTokenCellsFromSequence(state.sequenceId, cells, -1))
      throw new Error(`Expected llama.cpp to remove the last ${surplus} cells`)
    state.dropLast(surplus)
  }
}
