/** llama.cpp adds numbers in a different order if a batch has other sequences or another length, so probabilities may differ a little. */
import { fileURLToPath } from 'node:url'
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { expect, it, vi } from 'vitest'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { SerialQueue } from '../../../core/streams/serial-queue'
import { createContext } from '../context/create-context'
import type { SequenceState } from '../llama/llama-internals'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { loadModel } from '../llama/load-model'
import { ThreadGovernor } from '../threads/thread-governor'
import { schedulerOf } from './batch-scheduler'
import type { TurnBatches } from './turn-batches'

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}.gguf`, import.meta.url))
const names = ['gemma3', 'mamba2', 'falcon-h1', 'deepseek2-mla', 'lfm2-swa', 'minimax-m3-msa', 'deepseek32-dsa', 'deepseek4']
const models = ['pocket/pocket-f16', ...names.map((name) => `fixtures/${name}`)]

/** In ln p. Batches that llama.cpp evaluates wrongly were off by 0.47 (../context/shared-batches.ts). */
const tolerance = 0.05
const leastLikely = 1e-4

const textOf = (length: number, seed: number) => Array.from({ length }, (_, at) => (1 + ((at * 7 + (at >> 4) + seed) % 50)) as Token)

async function process(turn: TurnBatches, state: SequenceState, tokens: readonly Token[], atMost: number): Promise<void> {
  for (let done = 0; done < tokens.length; ) done += await turn.prompt(state, tokens.slice(done, done + atMost))
}

async function nextProbabilities(sequence: LlamaContextSequence): Promise<Map<Token, number>> {
  const options = { temperature: 1, topK: 0, topP: 1, minP: 0, seed: 1 }
  const [output] = await sequence.controlledEvaluate([[5 as Token, { generateNext: { token: true, probabilities: true, options } }]])
  return output?.next.probabilities ?? new Map()
}

function largestDifference(left: ReadonlyMap<Token, number>, right: ReadonlyMap<Token, number>): number {
  const likely = [...left].filter(([, probability]) => probability >= leastLikely)
  return Math.max(...likely.map(([token, probability]) => Math.abs(Math.log(probability / (right.get(token) ?? 0)))))
}

it.each(models)('three sequences of %s in mixed batches give the same next tokens as alone', async (name) => {
  const log = new LlamaLog()
  const llama = await loadLlama('cpu', log)
  try {
    const loaded = await loadModel(llama, log, pathOf(name), 0, undefined, () => {})
    const settings = { ...defaultKvSettings, threads: 1, sequences: 3, batchTokens: 64 }
    const context = await createContext(loaded, log, 1, { settings, contextTokens: 512, predictedBytes: null })
    const { internals, sequences } = context
    const scheduler = schedulerOf({ context, contextQueue: new SerialQueue(), governor: new ThreadGovernor(1) })
    if (!internals || !scheduler) throw new Error('Expected this node-llama-cpp to have the shape that llama-internals.ts describes')
    const texts = [textOf(120, 0), textOf(150, 11), textOf(90, 23)]

    const alone: Map<Token, number>[] = []
    for (const [index, sequence] of sequences.entries()) {
      await sequence.evaluateWithoutGeneratingNewTokens(texts[index] as Token[])
      alone.push(await nextProbabilities(sequence))
      await sequence.clearHistory()
    }
    const states = sequences.map((sequence) => internals.sequence(sequence))
    const turns = states.map(() => scheduler.join())
    const [answer, prompt, other] = states.map((state, index) => ({
      state,
      turn: turns[index] as TurnBatches,
      text: texts[index] as Token[],
    })) as [Part, Part, Part]
    await process(answer.turn, answer.state, answer.text.slice(0, 40), 64)
    const answering = async () => {
      for (const [at, token] of answer.text.entries())
        if (at >= 40) await answer.turn.next(answer.state, token, async () => answer.text[at + 1] ?? token)
    }
    await Promise.all([answering(), process(prompt.turn, prompt.state, prompt.text, 5), process(other.turn, other.state, other.text, 64)])
    expect(answer.turn.shared).toMatchObject({ otherTurns: 2, otherPromptTokens: expect.any(Number) })
    for (const [index, sequence] of sequences.entries()) {
      expect(sequence.contextTokens).toEqual(texts[index])
      const together = await nextProbabilities(sequence)
      expect(together.size).toBeGreaterThan(10)
      expect(largestDifference(alone[index] as Map<Token, number>, together)).toBeLessThan(tolerance)
    }
  } finally {
    await llama.dispose()
  }
})

it('a batch of one token uses the calibrated number of threads; larger batches use all cores', async () => {
  const log = new LlamaLog()
  const llama = await loadLlama('cpu', log)
  try {
    const loaded = await loadModel(llama, log, pathOf('pocket/pocket-f16'), 0, undefined, () => {})
    const settings = { ...defaultKvSettings, threads: 1, sequences: 2 }
    const context = await createContext(loaded, log, 2, { settings, contextTokens: 256, predictedBytes: null })
    const scheduler = schedulerOf({ context, contextQueue: new SerialQueue(), governor: new ThreadGovernor(2) })
    if (!context.internals || !scheduler)
      throw new Error('Expected this node-llama-cpp to have the shape that llama-internals.ts describes')
    const threads = vi.spyOn(context.internals.context, 'setThreads')
    const [one, other] = context.sequences.map((sequence) => context.internals?.sequence(sequence)) as [SequenceState, SequenceState]
    const [turn, second] = [scheduler.join(), scheduler.join()]
    const next = (from: TurnBatches, state: SequenceState) => from.next(state, 5 as Token, async () => 5 as Token)
    await turn.prompt(one, textOf(2, 0))
    await next(turn, one)
    await Promise.all([next(turn, one), next(second, other)])
    expect(threads.mock.calls).toEqual([[2], [1], [2]])
  } finally {
    await llama.dispose()
  }
})

interface Part {
  readonly state: SequenceState
  readonly turn: TurnBatches
  readonly text: Token[]
}
