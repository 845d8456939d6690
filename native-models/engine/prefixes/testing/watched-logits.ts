/** Notes the tokens behind the logits that an engine samples from, and how likely they make each next token. */
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import type { ContextInMemory } from '../../context/create-context'
import type { AddonContext, AddonSampler, Internals } from '../../llama/llama-internals'

export type Distribution = ReadonlyMap<Token, number>

export interface Observation {
  readonly sequence: number
  /** The turn that sampled. */
  readonly turnId: string | null
  /** What the sequence holds according to the engine. */
  readonly tokens: readonly Token[]
  readonly next: Distribution
}

const plain = { temperature: 1, topK: 0, topP: 1, minP: 0, seed: 1 }

export class WatchedLogits {
  private readonly rows = new Map<number, Omit<Observation, 'next'>>()
  private readonly sampler: AddonSampler
  observations: Observation[] = []
  /** Evaluates other tokens than the engine asks for: a fault that the engine's records do not show. */
  fault: ((tokens: Uint32Array, from: number) => Uint32Array) | undefined

  /** `isWanted` decides which logits are noted: a distribution takes longer than a token. */
  constructor({ internals, sequences }: ContextInMemory, turnIdOf: (index: number) => string | null, isWanted: () => boolean) {
    if (!internals) throw new Error('Expected the internals of node-llama-cpp')
    this.sampler = internals.newSampler()
    this.sampler.applyConfig(plain)
    const { context } = internals
    const states = sequences.map((sequence) => internals.sequence(sequence))
    const original: Pick<AddonContext, 'initBatch' | 'addToBatch' | 'sampleToken'> = {
      initBatch: context.initBatch.bind(context),
      addToBatch: context.addToBatch.bind(context),
      sampleToken: context.sampleToken.bind(context),
    }
    const initBatch: AddonContext['initBatch'] = (size) => {
      this.rows.clear()
      original.initBatch(size)
    }
    const addToBatch: AddonContext['addToBatch'] = (id, from, tokens, wanted) => {
      const logits = original.addToBatch(id, from, this.fault?.(tokens, from) ?? tokens, wanted)
      const index = states.findIndex(({ sequenceId }) => sequenceId === id)
      const before = states[index]?.tokens.slice(0, from) ?? []
      const turnId = turnIdOf(index)
      for (const [at, logit] of logits.entries()) {
        const evaluated = tokens.slice(0, (wanted[at] ?? 0) + 1) as unknown as Token[]
        this.rows.set(logit, { sequence: index, turnId, tokens: [...before, ...evaluated] })
      }
      return logits
    }
    const sampleToken = async (logit: number, sampler: AddonSampler) => {
      const sampled = await original.sampleToken(logit, sampler)
      const row = this.rows.get(logit)
      if (row && isWanted()) this.observations.push({ ...row, next: await this.distributionOf(original, logit) })
      return sampled
    }
    // The methods of the addon can't be assigned.
    for (const [name, value] of Object.entries({ initBatch, addToBatch, sampleToken })) Object.defineProperty(context, name, { value })
  }

  private async distributionOf({ sampleToken }: Pick<AddonContext, 'sampleToken'>, logit: number): Promise<Distribution> {
    const [, listed] = await sampleToken(logit, this.sampler, true)
    const next = new Map<Token, number>()
    for (let at = 0; at + 1 < listed.length; at += 2) next.set(listed[at] as Token, listed[at + 1] as number)
    return next
  }

  dispose(): void {
    this.sampler.dispose()
  }
}

/** From an empty sequence. */
export async function coldDistribution(
  sequence: LlamaContextSequence,
  internals: Internals,
  tokens: readonly Token[],
  batchTokens: number,
): Promise<Distribution> {
  await sequence.clearHistory()
  const sampler = internals.newSampler()
  sampler.applyConfig(plain)
  try {
    const { context } = internals
    const state = internals.sequence(sequence)
    let logit = -1
    for (let from = 0; from < tokens.length; from += batchTokens) {
      const part = Uint32Array.from(tokens.slice(from, from + batchTokens))
      context.initBatch(part.length)
      const logits = context.addToBatch(state.sequenceId, from, part, Uint32Array.of(part.length - 1))
      await context.decodeBatch()
      for (const token of part) state.advance(token as Token)
      logit = logits[0] as number
    }
    const [, listed] = await context.sampleToken(logit, sampler, true)
    return new Map(listed.flatMap((token, at) => (at % 2 === 0 ? [[token as Token, listed[at + 1] as number]] : [])))
  } finally {
    sampler.dispose()
  }
}

const leastLikely = 1e-4

/** The largest difference in ln p, among the tokens that are likely without the store. */
export function largestDifference(cold: Distribution, warm: Distribution): number {
  let largest = 0
  for (const [token, probability] of cold)
    if (probability >= leastLikely) largest = Math.max(largest, Math.abs(Math.log(probability / (warm.get(token) ?? 0))))
  return largest
}
