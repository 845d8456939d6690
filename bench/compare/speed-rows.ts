import type { SpeedTest } from '../../core/contract/compare/compare-tasks'
import type { GpuBackend, KvType } from '../../core/contract/settings/kv-types'
import { meanAndDeviation } from '../../core/stats/percentile'
import { benchSettings } from '../engine/engine-under-test'
import type { RowList } from '../engine/ratio-bench'
import type { Rounds } from '../engine/rounds'
import { amount, atLeast, missing, type Row, ratioOf } from '../engine/row'
import { nameOf, runLlamaBench } from '../llama-bench/run-llama-bench'
import type { ToolFile } from '../llama-bench/tool-source'
import { measureWith } from './measuring-engine'

export interface Tools {
  /** Linked with the engine's libraries. */
  readonly shipped: ToolFile | undefined
  /** Compiled for this processor. */
  readonly native: ToolFile | undefined
}

export interface SpeedSubject {
  readonly name: string
  readonly path: string
  readonly threads: number
  readonly only?: Case['kind']
  /** Default: the processor. */
  readonly gpu?: { readonly backend: GpuBackend; readonly name: string }
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

/** A GPU needs longer prompts to be busy. */
const gpuCases: readonly Case[] = [
  { kind: 'pp', tokens: 2048, depth: 0, kvType: 'f16' },
  { kind: 'tg', tokens: 128, depth: 0, kvType: 'f16' },
  { kind: 'tg', tokens: 128, depth: 16_384, kvType: 'f16' },
  { kind: 'tg', tokens: 128, depth: 16_384, kvType: 'q8_0' },
]

export async function speedRows(list: RowList, rounds: Rounds, tools: Tools, subject: SpeedSubject): Promise<void> {
  const { name, threads, only, gpu } = subject
  const where = gpu ? `on ${gpu.name}` : `${threads} ${threads === 1 ? 'thread' : 'threads'}`
  for (const one of (gpu ? gpuCases : cases).filter(({ kind }) => kind === (only ?? kind))) {
    const what = `${name}, ${where}, ${one.kvType}: ${nameOf(one)}`
    await list.measure(what, () => rowsOfCase(what, rounds, tools, subject, one))
  }
}

async function rowsOfCase(what: string, rounds: Rounds, { shipped, native }: Tools, subject: SpeedSubject, one: Case): Promise<Row[]> {
  const { path: modelPath, threads, gpu } = subject
  const test = { modelPath, threads, repetitions: rounds.repetitions, gpuLayers: gpu ? allLayers : 0, ...one }
  let nativeEnd: string | undefined
  const played = await rounds.play<{ ours: number; shipped: number; native: number }>(what, {
    ours: () => ourRate(subject, one, rounds.repetitions),
    shipped: async () => (shipped ? runLlamaBench(shipped, test) : Number.NaN),
    native: async () => {
      if (!native || nativeEnd !== undefined) return Number.NaN
      try {
        return await runLlamaBench(native, test)
      } catch (error) {
        nativeEnd = endOf(error)
        return Number.NaN
      }
    },
  })
  const ours = played.map((round) => round.ours)
  const row = (rates: readonly number[], of: string): Omit<Row, 'aim' | 'note'> => ({
    what,
    ours: amount(ours, 'tok/s'),
    theirs: amount(rates, 'tok/s', of),
    ratio: ratioOf(ours, rates),
  })
  const note = one.kind === 'tg' && !subject.gpu ? `${closeEnough}; ${betweenTokens}` : closeEnough
  const shippedRates = played.map((round) => round.shipped)
  const nativeRates = played.map((round) => round.native)
  return [
    ...(shipped ? [{ ...row(shippedRates, 'the same libraries'), aim: atLeast(0.95), note }] : []),
    ...(native
      ? [
          nativeEnd === undefined
            ? { ...row(nativeRates, 'built for this processor'), aim: null, note: otherCode }
            : missing(
                what,
                `llama-bench, built for this processor, ended with ${nativeEnd}: a virtual machine may report CPU features that it does not have`,
              ),
        ]
      : []),
  ]
}

function endOf(error: unknown): string {
  if (error instanceof Error && 'signal' in error && typeof error.signal === 'string') return error.signal
  return error instanceof Error ? error.message : String(error)
}

const closeEnough = 'and at most 1.05; llama-bench linked with the libraries that node-llama-cpp ships'
const betweenTokens =
  'every token goes through the event loop, where two sleeping threads wake each other; on a virtual machine, that takes 0.3 to 0.6 ms: half of Pocket’s time per token, a tenth of the 60M model’s at depth 0'
const otherCode = 'llama-bench compiled for this processor, with OpenMP; its machine code differs, so this row has no aim'

/** As many as a model has. */
const allLayers = 999

async function ourRate({ path, threads, gpu }: SpeedSubject, { kind, tokens, depth, kvType }: Case, repetitions: number): Promise<number> {
  const test: SpeedTest = { prompt: kind === 'pp' ? tokens : 0, generated: kind === 'tg' ? tokens : 0, depth }
  const place = gpu ? ({ gpuBackend: gpu.backend, gpuLayers: 'auto' } as const) : {}
  const settings = { ...benchSettings, ...place, threads, keyType: kvType, valueType: kvType }
  const { samplesNs } = await measureWith(path, { kind: 'speed', settings, test, repetitions, warmUp: true }, gpu?.backend)
  // llama-bench's avg_ts is the mean of the rates, not the rate at the mean time.
  return meanAndDeviation(samplesNs.map((ns) => (tokens * 1e9) / ns)).mean
}
