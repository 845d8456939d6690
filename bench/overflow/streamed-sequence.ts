import { BareSequence } from '../../native-models/engine/compare/bare-sequence'
import type { ContextInMemory } from '../../native-models/engine/context/create-context'
import type { AddonContext, AddonSampler } from '../../native-models/engine/llama/llama-internals'

export class StreamedSequence {
  private readonly bare: BareSequence
  private readonly addon: AddonContext
  private readonly greedy: AddonSampler
  private readonly id: number
  private position = 0

  constructor(
    context: ContextInMemory,
    private readonly ends: { readonly sinkTokens: number; readonly recentTokens: number } | null,
    private readonly chunkTokens: number,
  ) {
    const [sequence] = context.sequences
    if (!context.internals || !sequence) throw new Error('Expected a node-llama-cpp whose bindings are known')
    this.bare = new BareSequence(context)
    this.addon = context.internals.context
    this.id = context.internals.sequence(sequence).sequenceId
    this.greedy = this.bare.sampler({ temperature: 0 })
  }

  async meanLogProbability(tokens: readonly number[], scoredFrom: number): Promise<number> {
    this.clear()
    let sum = 0
    for (let at = 0; at < tokens.length - 1; at++) {
      const logit = await this.feed(tokens[at] as number)
      if (at + 1 >= scoredFrom) sum += Math.log(await this.probability(logit, tokens[at + 1] as number))
    }
    return sum / (tokens.length - scoredFrom)
  }

  /** Decodes greedily. */
  async answer(prompt: readonly number[], most: number, endsText: (token: number) => boolean): Promise<number[]> {
    this.clear()
    let logit = -1
    for (const token of prompt) logit = await this.feed(token)
    const answer: number[] = []
    while (answer.length < most) {
      const token = await this.bare.sample(logit, this.greedy)
      if (endsText(token)) break
      answer.push(token)
      logit = await this.feed(token)
    }
    return answer
  }

  private clear(): void {
    this.bare.forget(0)
    this.position = 0
  }

  private async feed(token: number): Promise<number> {
    if (this.ends && this.position >= this.ends.sinkTokens + this.ends.recentTokens + this.chunkTokens) this.evict(this.ends.sinkTokens)
    return this.bare.step(token, this.position++)
  }

  private evict(from: number): void {
    const to = from + this.chunkTokens
    this.addon.removeTokenCellsFromSequence(this.id, from, to)
    this.addon.shiftSequenceTokenCells(this.id, to, this.position, -this.chunkTokens)
    this.position -= this.chunkTokens
  }

  private async probability(logit: number, token: number): Promise<number> {
    const listed = await this.bare.distribution(logit, this.greedy)
    for (let at = 0; at < listed.length; at += 2) if (listed[at] === token) return Math.max(listed[at + 1] as number, 2 ** -149)
    return 2 ** -149
  }
}
