/**
 * The first sequence of a context through the bindings alone: batches in, logits out, nothing remembered.
 *
 * What is measured here must not pay for node-llama-cpp's scheduler, and the public API gives no logits of a batch.
 * The public sequence does not notice: it must not be used beside this one.
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

  /** Throws `bench-task-failed` where node-llama-cpp is built differently. */
  constructor({ internals, sequences }: Pick<ContextInMemory, 'internals' | 'sequences'>) {
    const [first] = sequences
    if (!internals || !first)
      throw coded('bench-task-failed', { reason: 'this build of node-llama-cpp does not let single batches be measured' })
    this.internals = internals
    this.addon = internals.context
    this.id = internals.sequence(first).sequenceId
  }

  useThreads(threads: number): void {
    this.addon.setThreads(threads)
  }

  /** Computes `tokens` at positions `from` and on as one batch. Returns where `sample` finds the logits of `wanted`, indexes into `tokens`. */
  async batch(tokens: Uint32Array, from: number, wanted: Uint32Array): Promise<Uint32Array> {
    this.addon.initBatch(tokens.length)
    const logits = this.addon.addToBatch(this.id, from, tokens, wanted)
    await this.addon.decodeBatch()
    return logits
  }

  /** Computes tokens in batches of `size`, with logits of the last one. Returns where they are. A stop is heard between batches. */
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

  /** Computes one token, with its logits. Returns where they are. */
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
  /** Token and probability of all that the sampler's filters leave, likeliest first. */
  async distribution(logit: number, sampler: AddonSampler): Promise<number[]> {
    const [, listed] = await this.addon.sampleToken(logit, sampler, true)
    return listed
  }

  /** Forgets everything from this position on. False where this memory cannot forget a part. */
  forget(from: number): boolean {
    return this.addon.removeTokenCellsFromSequence(this.id, from, -1)
  }
}
