/**
 * Compares answers decoded in one batch with the same answers decoded alone, with the same seeds. The order of summation differs: from 512
 * cells on, llama.cpp's threads divide a sequence's cells among themselves if the batch has no other sequence (`use_split_kv_path` in
 * ggml/src/ggml-cpu/ops.cpp).
 */
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import { type ContextInMemory, createContext } from '../../native-models/engine/context/create-context'
import { tokenSampler } from '../../native-models/engine/decode/token-sampler'
import type { AddonSampler, Internals } from '../../native-models/engine/llama/llama-internals'
import { LlamaLog } from '../../native-models/engine/llama/llama-log'
import { loadLlama } from '../../native-models/engine/llama/load-llama'
import { loadModel } from '../../native-models/engine/llama/load-model'
import { copyCells } from '../../native-models/engine/turn/copy-cells'

export interface RoundingQuestion {
  readonly modelPath: string
  readonly prompt: string
  readonly answers: number
  readonly tokens: number
  readonly threads: number
  /** Answer n uses `seed + n`. */
  readonly sampling: SamplingSettings
}

export interface Rounding {
  /** Number of the first different token of each answer, counted from 1. null if the answers are equal. */
  readonly firstDifferent: readonly (number | null)[]
  /** In ln p, over tokens at least as likely as `leastLikely`. */
  readonly largestLogDifference: number
}

const leastLikely = 1e-4
const reserveTokens = 256

/** `logProbabilities` has ln p for each token, or NaN below `leastLikely`. */
interface Line {
  readonly tokens: Token[]
  readonly logProbabilities: Float32Array[]
}

export async function measureRounding(question: RoundingQuestion): Promise<Rounding> {
  const log = new LlamaLog()
  const llama = await loadLlama('cpu', log)
  const loaded = await loadModel(llama, log, question.modelPath, 0, undefined, () => {})
  const prompt = loaded.renderer.render([{ role: 'user', text: question.prompt }])
  const contextTokens = prompt.length + question.tokens + reserveTokens
  const { threads, answers: sequences } = question
  const settings = { ...defaultKvSettings, gpuBackend: 'cpu' as const, gpuLayers: 0, threads, sequences }
  const context = await createContext(loaded, log, threads, { settings, contextTokens, predictedBytes: null })
  known(context.internals).context.setThreads(threads)
  const lines = await inOneBatch(context, prompt, question)
  const compared: Compared[] = []
  for (const [index, line] of lines.entries()) compared.push(await alone(context, prompt, question, index, line))
  await llama.dispose()
  return {
    firstDifferent: compared.map(({ firstDifferent }) => firstDifferent),
    largestLogDifference: Math.max(...compared.map(({ largestLogDifference }) => largestLogDifference)),
  }
}

async function inOneBatch(
  { internals, sequences }: ContextInMemory,
  prompt: readonly Token[],
  { tokens, sampling }: RoundingQuestion,
): Promise<Line[]> {
  const { context } = known(internals)
  const [first, ...others] = sequences as [LlamaContextSequence, ...LlamaContextSequence[]]
  await first.evaluateWithoutGeneratingNewTokens(prompt.slice(0, -1))
  await copyCells(first, others, 0)
  const reader = distributionReader(known(internals))
  const lines = sequences.map((sequence, index) => ({
    state: known(internals).sequence(sequence),
    sampler: tokenSampler(known(internals), { sequence, sampling, seed: seedOf(sampling, index), prompt }),
    tokens: [prompt.at(-1) as Token],
    logProbabilities: [] as Float32Array[],
  }))
  for (let step = 0; step < tokens; step++) {
    context.initBatch(lines.length)
    const logits = lines.map(
      ({ state, tokens }) =>
        context.addToBatch(state.sequenceId, state.position, Uint32Array.of(tokens.at(-1) as Token), lastOnly)[0] as number,
    )
    await context.decodeBatch()
    for (const [index, { state, sampler, tokens, logProbabilities }] of lines.entries()) {
      state.advance(tokens.at(-1) as Token)
      logProbabilities.push(await reader.read(logits[index] as number))
      tokens.push(await sampler.sample(logits[index] as number))
    }
  }
  for (const { sampler } of lines) sampler.dispose()
  reader.dispose()
  return lines
}

interface Compared {
  readonly firstDifferent: number | null
  readonly largestLogDifference: number
}

async function alone(
  { internals, sequences }: ContextInMemory,
  prompt: readonly Token[],
  { sampling }: RoundingQuestion,
  index: number,
  { tokens, logProbabilities }: Line,
): Promise<Compared> {
  const { context } = known(internals)
  const [sequence] = sequences as [LlamaContextSequence]
  await sequence.clearHistory()
  await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(0, -1))
  const state = known(internals).sequence(sequence)
  const sampler = tokenSampler(known(internals), { sequence, sampling, seed: seedOf(sampling, index), prompt })
  const reader = distributionReader(known(internals))
  let firstDifferent: number | null = null
  let largestLogDifference = 0
  for (let step = 0; step < tokens.length - 1; step++) {
    const token = tokens[step] as Token
    context.initBatch(1)
    const [logit] = context.addToBatch(state.sequenceId, state.position, Uint32Array.of(token), lastOnly)
    await context.decodeBatch()
    state.advance(token)
    const read = await reader.read(logit as number)
    largestLogDifference = Math.max(largestLogDifference, largestDifference(read, logProbabilities[step] as Float32Array))
    if ((await sampler.sample(logit as number)) !== tokens[step + 1]) firstDifferent ??= step + 1
  }
  sampler.dispose()
  reader.dispose()
  return { firstDifferent, largestLogDifference }
}

const lastOnly = Uint32Array.of(0)
const seedOf = ({ seed }: SamplingSettings, index: number): number => ((seed ?? 0) + index) % 2 ** 32

function known(internals: Internals | undefined): Internals {
  if (!internals) throw new Error('Expected a node-llama-cpp whose bindings are known')
  return internals
}

function distributionReader({ context, newSampler }: Internals) {
  const sampler: AddonSampler = newSampler()
  sampler.applyConfig({ temperature: 0 })
  return {
    async read(logit: number): Promise<Float32Array> {
      const [, listed] = await context.sampleToken(logit, sampler, true)
      const logProbabilities = new Float32Array(listed.length / 2).fill(Number.NaN)
      for (let at = 0; at < listed.length; at += 2)
        if ((listed[at + 1] as number) >= leastLikely) logProbabilities[listed[at] as number] = Math.log(listed[at + 1] as number)
      return logProbabilities
    },
    dispose: () => sampler.dispose(),
  }
}

export function largestDifference(one: Float32Array, other: Float32Array): number {
  let largest = 0
  for (let token = 0; token < one.length; token++) {
    const difference = Math.abs((one[token] as number) - (other[token] as number))
    if (difference > largest) largest = difference
  }
  return largest
}
