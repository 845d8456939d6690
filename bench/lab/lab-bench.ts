/** `npm run bench:lab`: compares the speed of the Lab's transformer with llama-bench, both on one thread. */
import type { Attend } from '../../lab/attention/attention'
import { eagerAttention } from '../../lab/attention/eager'
import { onlineAttention } from '../../lab/attention/online'
import { ContiguousCache } from '../../lab/cache/contiguous-cache'
import { forward } from '../../lab/forward/forward'
import type { LabModel } from '../../lab/model/model'
import { readLabModel } from '../../lab/model/read-model'
import { ratioBenchOf } from '../engine/ratio-bench'
import type { Rounds } from '../engine/rounds'
import { amount, type Row, ratioOf } from '../engine/row'
import { llamaTool } from '../llama-bench/build-llama-tool'
import { runLlamaBench } from '../llama-bench/run-llama-bench'
import type { Tool } from '../llama-bench/tool-source'
import { resources } from '../paths'

const promptTokens = 512
const generatedTokens = 64
const tests = {
  [`tg${generatedTokens}`]: { kind: 'tg', tokens: generatedTokens, depth: 0 },
  [`tg${generatedTokens} @ d${promptTokens}`]: { kind: 'tg', tokens: generatedTokens, depth: promptTokens },
  [`pp${promptTokens}`]: { kind: 'pp', tokens: promptTokens, depth: 0 },
} as const
type Speeds = Readonly<Record<string, number>>

const aimTokensPerSecond = 30

export const labBench = (args: readonly string[]): Promise<number> => ratioBenchOf('bench:lab', { speed: speedRows }, args)

async function speedRows(rounds: Rounds): Promise<Row[]> {
  const tool = llamaTool('llama-bench')
  const model = await readLabModel(resources.embeddedModelPath)
  for (const attend of [onlineAttention(), eagerAttention()]) measure(model, attend)
  const played = await rounds.play<{ online: Speeds; eager: Speeds; llamaBench: Speeds | null }>('lab', {
    online: async () => measure(model, onlineAttention()),
    eager: async () => measure(model, eagerAttention()),
    llamaBench: async () => ('missing' in tool ? null : measureLlamaBench(tool, rounds.repetitions)),
  })
  return Object.keys(tests).flatMap((test) =>
    (['online', 'eager'] as const).map((attention) => {
      const ours = played.map((round) => round[attention][test] as number)
      const theirs = played.flatMap((round) => round.llamaBench?.[test] ?? [])
      return row(`${test}, attention ${attention === 'online' ? 'tile by tile' : 'with all scores at once'}`, ours, theirs, tool)
    }),
  )
}

function row(what: string, ours: readonly number[], theirs: readonly number[], tool: Tool): Row {
  const isCompared = theirs.length === ours.length
  const mean = amount(ours, 'tok/s')
  const aimed = what.startsWith('tg')
    ? `The aim for text generation is at least ${aimTokensPerSecond} tok/s: ${mean.mean >= aimTokensPerSecond ? 'met' : 'missed'}.`
    : null
  const absent = 'missing' in tool ? `No llama-bench: ${tool.missing}.` : null
  return {
    what,
    ours: mean,
    theirs: isCompared ? amount(theirs, 'tok/s', 'llama-bench') : null,
    ratio: isCompared ? ratioOf(ours, theirs) : null,
    aim: null,
    note: [aimed, absent].filter((part) => part !== null).join(' ') || null,
  }
}

async function measureLlamaBench(tool: Exclude<Tool, { missing: string }>, repetitions: number): Promise<Speeds> {
  const speeds: Record<string, number> = {}
  for (const [name, test] of Object.entries(tests))
    speeds[name] = await runLlamaBench(tool, { modelPath: resources.embeddedModelPath, threads: 1, repetitions, ...test })
  return speeds
}

function measure(model: LabModel, attend: Attend): Speeds {
  const { layers, kvHeads, headDim, vocabulary } = model.shape
  const cache = new ContiguousCache({ layers, sequences: 1, kvHeads, cells: promptTokens + generatedTokens, headDim })
  const token = (position: number) => (position * 7919) % vocabulary
  const run = (first: number, count: number) => {
    const positions = Int32Array.from({ length: count }, (_, t) => first + t)
    forward(model, cache, [{ sequence: 0, tokens: positions.map(token), positions }], { attend, logits: 'last' })
  }
  return Object.fromEntries(
    Object.entries(tests).map(([name, { kind, tokens, depth }]) => {
      cache.reset(0)
      if (depth > 0) run(0, depth)
      const work = () => {
        if (kind === 'pp') return run(0, tokens)
        for (let i = 0; i < tokens; i++) run(depth + i, 1)
      }
      return [name, tokensPerSecond(tokens, work)]
    }),
  )
}

function tokensPerSecond(tokens: number, work: () => void): number {
  const before = performance.now()
  work()
  return (tokens * 1000) / (performance.now() - before)
}
