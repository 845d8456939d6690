/**
 * The draft ends before a token that is too unlikely:
 *
 *   history:             the cat sat on the
 *   draft model's cells: the cat sat on          → evaluates "the", drafts "mat" (0.93) and "and" (0.81), ends before "slept" (0.40)
 *
 * While more than `fewTokens` tokens are unread, the draft model only evaluates a batch of them per step, so that the answer never stalls.
 * Source: `common_speculative_impl_draft_simple` in common/speculative.cpp, llama.cpp v0.4.0.
 */
import type { Token } from 'node-llama-cpp'
import { banConfig } from '../decode/token-sampler'
import type { AddonSampler } from '../llama/llama-internals'
import type { DraftSequence } from './draft-model'
import { nothing, type Proposal, type Proposer } from './proposer'

/** As in llama.cpp, probabilities are those among the ten most likely tokens. */
const candidates = 10
/** Up to this many unread tokens are evaluated in the batch that starts the draft. */
const fewTokens = 16

export interface DraftLimits {
  readonly pMin: number
  readonly vocabularyTokens: number
  /** Tokens that the model never samples, so that a draft of them would always be rejected. */
  readonly neverSampled: readonly Token[]
}

export class DraftModelProposer implements Proposer {
  readonly by = 'draft-model'
  promptMs = 0
  /** Length of the history's prefix that is known to be in the cells. */
  private agreed = 0
  private hasFailed = false
  private readonly sampler: AddonSampler

  constructor(
    private readonly draft: DraftSequence,
    private readonly limits: DraftLimits,
  ) {
    this.sampler = draft.internals.newSampler()
    this.sampler.applyConfig({ temperature: 1, topK: candidates, seed: 0, ...banConfig(limits.neverSampled) })
  }

  async propose(history: readonly Token[], most: number): Promise<Proposal> {
    if (this.hasFailed || this.draft.isClosed) return nothing
    try {
      return await this.proposeNow(history, most)
    } catch (error) {
      // The answer is the same without drafts.
      console.error('[draft]', error)
      this.hasFailed = true
      return nothing
    }
  }

  dispose(): void {
    this.sampler.dispose()
  }

  private async proposeNow(history: readonly Token[], most: number): Promise<Proposal> {
    const { state, cells, batchTokens, vocabularyTokens } = this.draft
    this.cutTo(history)
    const unread = history.slice(state.position)
    if (history.length > cells || unread.some((token) => token >= vocabularyTokens)) return nothing
    if (unread.length > fewTokens) {
      const began = performance.now()
      await this.read(unread.slice(0, Math.min(batchTokens, unread.length - 1)))
      this.promptMs += performance.now() - began
      return { kind: 'read' }
    }
    return most === 0 ? nothing : { kind: 'draft', tokens: await this.write(unread, Math.min(most, cells - history.length + 1)) }
  }

  /** Keeps the cells of the history, but not of its last token, whose logits are needed. */
  private cutTo(history: readonly Token[]): void {
    const { state } = this.draft
    const most = Math.min(state.position, history.length - 1)
    while (this.agreed < most && state.tokens[this.agreed] === history[this.agreed]) this.agreed++
    this.agreed = Math.min(this.agreed, most)
    this.draft.cutTo(this.agreed)
  }

  private async write(unread: readonly Token[], most: number): Promise<Token[]> {
    const written: Token[] = []
    for (let next = unread; written.length < most; ) {
      const [token, probability] = await this.likeliest(next)
      if (probability < this.limits.pMin || token >= this.limits.vocabularyTokens) break
      written.push(token as Token)
      next = [token as Token]
    }
    return written
  }

  private async likeliest(tokens: readonly Token[]): Promise<[token: number, probability: number]> {
    const { context } = this.draft.internals
    const [logit] = this.add(tokens, Uint32Array.of(tokens.length - 1))
    const decoded = context.decodeBatch()
    const sampling = context.sampleToken(logit as number, this.sampler, true)
    sampling.catch(() => {})
    await decoded
    this.advance(tokens)
    const [, [token = -1, probability = 0]] = await sampling
    if (token < 0) throw new Error('llama.cpp could not sample a token of the draft model')
    return [token, probability]
  }

  private async read(tokens: readonly Token[]): Promise<void> {
    this.add(tokens, new Uint32Array(0))
    await this.draft.internals.context.decodeBatch()
    this.advance(tokens)
  }

  private add(tokens: readonly Token[], logits: Uint32Array): Uint32Array {
    const { internals, state } = this.draft
    internals.context.initBatch(tokens.length)
    return internals.context.addToBatch(state.sequenceId, state.position, Uint32Array.from(tokens), logits)
  }

  private advance(tokens: readonly Token[]): void {
    for (const token of tokens) this.draft.state.advance(token)
  }
}
