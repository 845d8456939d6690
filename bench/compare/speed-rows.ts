/** `headroom bench` against llama-bench: the same tests, model, threads, cache types, micro-batch and depth, in turn. */
import type { SpeedTest } from '../../core/contract/bench-tasks'
import type { KvType } from '../../core/contract/kv-types'
import { meanAndDeviation } from '../../core/stats/percentile'
import { benchSettings } from '../engine/engine-under-test'
import type { Rounds } from '../engine/rounds'
import { amount, atLeast, type Row, ratioOf } from '../engine/row'
import { nameOf, runLlamaBench } from '../llama-bench/run-llama-bench'
import { measureWith } from './measuring-engine'

export interface SpeedSubject {
  readonly name: string
  readonly path: string
  readonly threads: number
}

interface Case {
  readonly kind: 'pp' | 'tg'
  readonly tokens: number
  readonly depth: number
  readonly kvType: KvType
}

const cases: readonly Case[] = [
  { kind: 'pp', tokens: 512, depth: 0, kvType: 'f16' },
  { kind: 'pp', tokens: 512, depth: 1024, kvType: 'f16' },
  { kind: 'tg', tokens: 64, depth: 0, kvType: 'f16' },
  { kind: 'tg', tokens: 64, depth: 1024, kvType: 'f16' },
  { kind: 'tg', tokens: 64, depth: 1024, kvType: 'q8_0' },
]

export async function speedRows(rounds: Rounds, tool: string, subject: SpeedSubject): Promise<Row[]> {
  const rows: Row[] = []
  for (const one of cases) {
    const what = `${subject.name}, ${subject.threads} ${subject.threads === 1 ? 'thread' : 'threads'}, ${one.kvType}: ${nameOf(one)}`
    const played = await rounds.play<{ ours: number; theirs: number }>(what, {
      ours: () => ourRate(subject, one, rounds.repetitions),
      theirs: () => runLlamaBench(tool, { modelPath: subject.path, threads: subject.threads, repetitions: rounds.repetitions, ...one }),
    })
    const ours = played.map((round) => round.ours)
    const theirs = played.map((round) => round.theirs)
    rows.push({
      what,
      ours: amount(ours, 'tok/s'),
      theirs: amount(theirs, 'tok/s', 'llama-bench'),
      ratio: ratioOf(ours, theirs),
      aim: atLeast(0.95),
      note: 'also no more than 1.05: node-llama-cpp’s build has its own threads, llama-bench’s has OpenMP, and on a busy machine either may win; between two tokens the engine goes through the event loop, some 0.3 ms, which only a model as small as Pocket shows',
    })
  }
  return rows
}

async function ourRate({ path, threads }: SpeedSubject, { kind, tokens, depth, kvType }: Case, repetitions: number): Promise<number> {
  const test: SpeedTest = { prompt: kind === 'pp' ? tokens : 0, generated: kind === 'tg' ? tokens : 0, depth }
  const settings = { ...benchSettings, threads, keyType: kvType, valueType: kvType }
  const { samplesNs } = await measureWith(path, { kind: 'speed', settings, test, repetitions, warmUp: true })
  // llama-bench's avg_ts: the mean of the rates, not the rate of the mean.
  return meanAndDeviation(samplesNs.map((ns) => (tokens * 1e9) / ns)).mean
}
