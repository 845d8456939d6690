/**
 * `npm run bench:lab`: how fast the Lab's own engine is on one core. tg64 @ d512: 64 tokens of text generation with 512
 * tokens in the cache already; pp512: 512 tokens of prompt processing, in one step.
 */
import { meanAndDeviation } from '../../core/stats/percentile'
import type { Attend } from '../../native-models/lab/attention/attention'
import { eagerAttention } from '../../native-models/lab/attention/eager'
import { onlineAttention } from '../../native-models/lab/attention/online'
import { ContiguousCache } from '../../native-models/lab/cache/contiguous-cache'
import { forward } from '../../native-models/lab/forward'
import type { LabModel } from '../../native-models/lab/model/model'
import { readLabModel } from '../../native-models/lab/model/read-model'
import { thisMachine } from '../machine'
import { resources } from '../places'
import { say } from '../say'

const repetitions = 5
const promptTokens = 512
const generatedTokens = 64
const kinds: readonly { readonly name: string; readonly attend: () => Attend }[] = [
  { name: 'eager', attend: () => eagerAttention() },
  { name: 'online', attend: () => onlineAttention() },
]

export async function labBench(): Promise<number> {
  const model = await readLabModel(resources.embeddedModelPath)
  const rows = ['| attention | test | tok/s |', '|---|---|---|']
  for (const { name, attend } of kinds) {
    say(name)
    // The first round warms up the compiler.
    const rounds = Array.from({ length: repetitions + 1 }, () => measure(model, attend())).slice(1)
    for (const test of ['pp512', 'tg64', 'tg64 @ d512'] as const) {
      const { mean, deviation } = meanAndDeviation(rounds.map((round) => round[test]))
      rows.push(`| ${name} | ${test} | ${mean.toFixed(1)} ± ${deviation.toFixed(1)} |`)
    }
  }
  const { cpu, logicalCores, system, node } = thisMachine()
  process.stdout.write(
    `${rows.join('\n')}\n\n${model.name}, f32 weights and cache, 1 thread, ${repetitions} rounds. ${cpu}, ${logicalCores} logical cores, ${system}, Node ${node}\n`,
  )
  return 0
}

function measure(model: LabModel, attend: Attend): Record<'pp512' | 'tg64' | 'tg64 @ d512', number> {
  const { layers, kvHeads, headDim, vocabulary } = model.shape
  const cache = new ContiguousCache({ layers, sequences: 1, kvHeads, cells: promptTokens + generatedTokens, headDim })
  const token = (position: number) => (position * 7919) % vocabulary
  const run = (first: number, count: number) => {
    const positions = Int32Array.from({ length: count }, (_, t) => first + t)
    forward(model, cache, [{ sequence: 0, tokens: positions.map(token), positions }], { attend, logits: 'last' })
  }
  const decode = (first: number) => {
    for (let i = 0; i < generatedTokens; i++) run(first + i, 1)
  }
  const fresh = tokensPerSecond(generatedTokens, () => decode(0))
  cache.reset(0)
  const prompt = tokensPerSecond(promptTokens, () => run(0, promptTokens))
  const deep = tokensPerSecond(generatedTokens, () => decode(promptTokens))
  return { pp512: prompt, tg64: fresh, 'tg64 @ d512': deep }
}

function tokensPerSecond(tokens: number, work: () => void): number {
  const before = performance.now()
  work()
  return (tokens * 1000) / (performance.now() - before)
}
