import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { nameOf, runLlamaBench } from '../../llama-bench/run-llama-bench'
import type { ToolFile } from '../../llama-bench/tool-source'
import { benchEntry } from '../../paths'
import type { RandomModel } from '../../random-models'
import type { Dissection } from '../dissect-process'
import type { Rounds } from '../rounds'
import { amount, type Row, ratioOf } from '../row'
import { decodeTest } from './quiet-turns'

interface Figures {
  readonly inside: Dissection
  readonly bench: number
}

const steps: readonly { readonly name: keyof Dissection; readonly what: string; readonly note: string | null }[] = [
  { name: 'bindings', what: 'bare bindings', note: 'evaluate, sample, and nothing else' },
  { name: 'decoder', what: "the engine's decoder", note: 'sampling is queued right after the evaluation, with no event loop in between' },
  { name: 'turn', what: 'a whole turn', note: 'with text, stop strings, metrics and the log that clients read' },
  {
    name: 'publicLoop',
    what: "node-llama-cpp's own loop",
    note: 'sequence.evaluate, as the library documents it; the engine uses its own decoder instead',
  },
]

export async function dissectionRows(rounds: Rounds, tool: ToolFile | undefined, model: RandomModel, threads: number): Promise<Row[]> {
  const at = `ms per token, ${model.size}, ${threads} ${threads === 1 ? 'thread' : 'threads'}`
  const child = await startDissectProcess(model.path, threads)
  try {
    const played = await rounds.play<Figures>(at, {
      inside: async () => {
        child.send({ round: true })
        const [figures] = (await once(child, 'message')) as [Dissection]
        return figures
      },
      bench: async () =>
        tool === undefined
          ? Number.NaN
          : 1000 / (await runLlamaBench(tool, { modelPath: model.path, threads, repetitions: rounds.repetitions, ...decodeTest })),
    })
    const inside = (name: keyof Dissection) => played.map((figures) => figures.inside[name])
    const bench = played.map((figures) => figures.bench)
    const own = inside('llamaCpp')
    const first: Row = {
      what: `${at}: llama.cpp in the engine, by its own count`,
      ours: amount(own, 'ms'),
      theirs: tool === undefined ? null : amount(bench, 'ms', 'llama-bench'),
      ratio: tool === undefined ? null : ratioOf(own, bench),
      aim: null,
      note: `${nameOf(decodeTest)}; the difference comes from the two builds of llama.cpp, not from the engine`,
    }
    const rest = steps.map(({ name, what, note }) => ({
      what: `${at}: ${what}`,
      ours: amount(inside(name), 'ms'),
      theirs: amount(own, 'ms', "llama.cpp's own count"),
      ratio: ratioOf(inside(name), own),
      aim: null,
      note,
    }))
    return [first, ...rest]
  } finally {
    child.kill('SIGKILL')
  }
}

async function startDissectProcess(modelPath: string, threads: number): Promise<ChildProcess> {
  const child = fork(benchEntry, ['dissect-process', modelPath, `${threads}`], {
    serialization: 'advanced',
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    execArgv: [],
    stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
  })
  const gone = once(child, 'exit').then(() => {
    throw new Error('Expected the dissecting process to be ready, got its end')
  })
  await Promise.race([once(child, 'message'), gone])
  gone.catch(() => {})
  return child
}
