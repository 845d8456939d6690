/**
 * Uses node-llama-cpp's bindings, because its public API doesn't return a batch's logits. The public sequence doesn't know about tokens
 * evaluated here, so forget them before you use it again.
 */
import { coded } from '../../../core/contract/errors/coded-error'
import type { ContextInMemory } from '../context/create-context'
import type { AddonContext, AddonSampler, Internals } from '../llama/llama-internals'

const noLogits = new Uint32Array(0)
const one = Uint32Array.of(0)

export class BareSequence {
  private readonly addon: AddonContext
  private readonly internals: Internals
  private readonly id: number
  private readonly token = new Uint32Array(1)

  constructor({ internals, sequences }: Pick<ContextInMemory, 'internals' | 'sequences'>) {
    const [first] = sequences
    if (!internals || !first) throw coded('compare-task-failed', { reason: { kind: 'no-single-batches' } })
    this.internals = internals
    this.addon = internals.context
    this.id = internals.sequence(first).sequenceId
  }

  useThreads(threads: number): void {
    this.addon.setThreads(threads)
  }

  /** `wanted` contains indexes into `tokens`. Returns their logit indexes for `sample`. */
  async batch(tokens: Uint32Array, from: number, wanted: Uint32Array): Promise<Uint32Array> {
    this.addon.initBatch(tokens.length)
    const logits = this.addon.addToBatch(this.id, from, tokens, wanted)
    await this.addon.decodeBatch()
    return logits
  }

  /** Returns the last token's logit index, or -1 if there are no tokens. If aborted, throws the signal's reason before the next batch. */
  async process(tokens: Uint32Array, from: number, size: number, signal: AbortSignal | undefined): Promise<number> {
    let logits: Uint32Array = noLogits
    for (let done = 0; done < tokens.length; done += size) {
      signal?.throwIfAborted()
      const part = tokens.subarray(done, done + size)
      const isLast = done + size >= tokens.length
      logits = await this.batch(part, from + done, isLast ? Uint32Array.of(part.length - 1) : noLogits)
    }
    return logits[0] ?? -1
  }

  async step(token: number, position: number): Promise<number> {
    this.token[0] = token
    const [logit] = await this.batch(this.token, position, one)
    return logit as number
  }

  sampler(config: Record<string, unknown>): AddonSampler {
    const sampler = this.internals.newSampler()
    sampler.applyConfig(config)
    return sampler
  }
  sample(logit: number, sampler: AddonSampler): Promise<number> {
    return this.addon.sampleToken(logit, sampler)
  }
  async distribution(logit: number, sampler: AddonSampler): Promise<number[]> {
    const [, listed] = await this.addon.sampleToken(logit, sampler, true)
    return listed
  }

  forget(from: number): boolean {
    return this.addon.removeTokenCellsFromSequence(this.id, from, -1)
  }
}
