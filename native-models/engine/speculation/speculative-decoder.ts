/**
 * Accepts the part of the draft that the model also samples.
 *
 *   batch:   last token, draft 1, draft 2, draft 3
 *   sampled:            =draft 1, =draft 2, other      → three tokens; the cell of draft 3 is removed
 *
 * llama.cpp sums a batch in a different order, so near a tie the answer can differ from decoding without drafts.
 */
import type { Token } from 'node-llama-cpp'
import { SpeculationMeter } from '../../../core/speculation/speculation-meter'
import type { TurnBatches } from '../batch/turn-batches'
import type { Decoder, LastStep } from '../decode/decoder'
import { type Decoding, type TokenSampler, tokenSampler } from '../decode/token-sampler'
import type { Internals, SequenceState } from '../llama/llama-internals'
import { nothing, type Proposal, type Proposer } from './proposer'

export type Meter = Pick<SpeculationMeter, 'mostTokens' | 'plain' | 'step' | 'figures'>

export interface Drafting {
  readonly proposer: Proposer
  readonly limitTokens: number
  readonly meter?: Meter
}

interface Drafted {
  readonly kind: Proposal['kind']
  readonly tokens: readonly Token[]
}

export class SpeculativeDecoder implements Decoder {
  private readonly state: SequenceState
  private readonly sampler: TokenSampler
  private readonly proposer: Proposer
  private readonly limitTokens: number
  private readonly meter: Meter
  private readonly grammar: Decoding['grammar']
  private readonly history: Token[]
  /** Sampled tokens that are not yet returned. All but the last have cells. */
  private ready: Token[] = []
  private lastStep: LastStep = 'plain'
  /** Cells to keep, if others have to be removed before the next batch. */
  private kept: number | undefined

  constructor(
    private readonly internals: Internals,
    private readonly batches: TurnBatches,
    decoding: Decoding,
    { proposer, limitTokens, meter = new SpeculationMeter(decoding.sampling.draftMax) }: Drafting,
  ) {
    this.state = internals.sequence(decoding.sequence)
    this.sampler = tokenSampler(internals, decoding)
    this.proposer = proposer
    this.limitTokens = limitTokens
    this.meter = meter
    this.grammar = decoding.grammar
    this.history = [...decoding.prompt]
  }

  get speculation() {
    const { by, promptMs } = this.proposer
    const figures = { by, ...this.meter.figures, ...(promptMs === undefined ? {} : { draftPromptMs: promptMs }) }
    return { figures, lastStep: this.lastStep }
  }

  get usedCells(): number {
    // The cells of the last returned token and of the ready tokens do not count yet.
    return this.kept ?? this.state.position - this.ready.length
  }

  async first(logit: number): Promise<Token> {
    const token = await this.sampler.sample(logit)
    this.history.push(token)
    return token
  }

  async next(token: Token): Promise<Token> {
    if (this.ready.length === 0) this.ready = await this.evaluate(token)
    else this.lastStep = 'ready'
    const next = this.ready.shift() as Token
    this.history.push(next)
    return next
  }

  replaced(token: Token): void {
    this.kept = this.usedCells
    this.ready = []
    this.history[this.history.length - 1] = token
  }

  async dispose(): Promise<void> {
    this.sampler.dispose()
    this.proposer.dispose()
    this.dropTo(this.usedCells)
  }

  private async evaluate(token: Token): Promise<Token[]> {
    const { state, meter } = this
    let [began, drafted] = [0, 0]
    let proposal: Drafted = { kind: 'nothing', tokens: [] }
    const prepare = async () => {
      this.dropTo(this.usedCells)
      this.kept = undefined
      began = performance.now()
      proposal = await this.draftNow()
      drafted = performance.now()
      return [token, ...proposal.tokens]
    }
    const sampled = await this.batches.withDraft(state, prepare, (logits, evaluated) =>
      this.sampledAfter([token, ...proposal.tokens], logits, evaluated),
    )
    const { kind, tokens: draft } = proposal
    const accepted = sampled.length - 1
    const ended = performance.now()
    if (draft.length === 0) meter.plain(ended - drafted)
    const hasEnded = kind === 'draft' && meter.step(draft.length, accepted, ended - began)
    this.lastStep = hasEnded ? 'ended' : kind === 'nothing' ? 'plain' : 'drafted'
    return sampled
  }

  private async draftNow(): Promise<Drafted> {
    const { meter } = this
    // One token of the batch is left for a prompt.
    const room = Math.min(this.limitTokens - this.state.position, this.batches.batchTokens - 1) - 1
    const proposal =
      meter.figures.switchedOff || this.grammar?.applied
        ? nothing
        : await this.proposer.propose(this.history, Math.max(0, Math.min(meter.mostTokens, room)))
    return { tokens: [], ...proposal }
  }

  /** Removes the cells of the tokens that were not accepted. */
  private async sampledAfter(tokens: readonly Token[], logits: Uint32Array, evaluated: Promise<void>): Promise<Token[]> {
    const first = this.sampler.sample(logits[0] as number)
    first.catch(() => {})
    await evaluated
    const sampled = [await first]
    while (sampled.length < tokens.length && sampled.at(-1) === tokens[sampled.length])
      sampled.push(await this.sampler.sample(logits[sampled.length] as number))
    this.dropTo(this.state.position - (tokens.length - sampled.length))
    return sampled
  }

  private dropTo(cells: number): void {
    const { state } = this
    const surplus = state.position - cells
    if (surplus <= 0) return
    if (!this.internals.context.removeTokenCellsFromSequence(state.sequenceId, cells, -1))
      throw new Error(`Expected llama.cpp to remove the last ${surplus} cells`)
    state.dropLast(surplus)
  }
}
