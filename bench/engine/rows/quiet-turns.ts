import { percentilesOf } from '../../../core/stats/percentile'
import { nameOf, runLlamaBench } from '../../llama-bench/run-llama-bench'
import type { ToolFile } from '../../llama-bench/tool-source'
import type { RandomModel } from '../../random-models'
import { type MeasuredTurn, withEngine } from '../engine-under-test'
import type { Part } from '../options'
import type { Rounds } from '../rounds'
import { amount, atLeast, atMost, type Row, ratioOf } from '../row'

export const prefillTest = { kind: 'pp', tokens: 512, depth: 0 } as const
export const decodeTest = { kind: 'tg', tokens: 128, depth: 512 } as const
/** One more token in the answer, because there is no gap before the first one. */
export const turnWish = { promptTokens: prefillTest.tokens, outputTokens: decodeTest.tokens + 1 }
export const turnCells = turnWish.promptTokens + turnWish.outputTokens

const quietParts = ['decode', 'prefill', 'itl'] as const satisfies readonly Part[]
export const isQuietPart = (part: Part): boolean => quietParts.some((quiet) => quiet === part)

interface Figures {
  readonly engine: { readonly decode: number; readonly prefill: number; readonly p50Ms: number; readonly p99Ms: number }
  readonly bench: { readonly decode: number; readonly prefill: number }
}

export async function quietRows(
  rounds: Rounds,
  tool: ToolFile,
  model: RandomModel,
  threads: number,
  parts: ReadonlySet<Part>,
): Promise<Row[]> {
  const at = `${model.size}, ${threads} ${threads === 1 ? 'thread' : 'threads'}`
  const common = { modelPath: model.path, threads, repetitions: rounds.repetitions }
  const played = await rounds.play<Figures>(at, {
    engine: () => engineFigures(rounds, model, threads),
    bench: async () => ({
      prefill: parts.has('prefill') ? await runLlamaBench(tool, { ...common, ...prefillTest }) : Number.NaN,
      decode: parts.has('decode') ? await runLlamaBench(tool, { ...common, ...decodeTest }) : Number.NaN,
    }),
  })
  const ours = (name: keyof Figures['engine']) => played.map(({ engine }) => engine[name])
  const theirs = (name: keyof Figures['bench']) => played.map(({ bench }) => bench[name])
  const compare = (name: 'decode' | 'prefill', test: typeof prefillTest | typeof decodeTest, aim: number): Row => ({
    what: `${name}, ${at}: ${nameOf(test)}`,
    ours: amount(ours(name), 'tok/s'),
    theirs: amount(theirs(name), 'tok/s', 'llama-bench'),
    ratio: ratioOf(ours(name), theirs(name)),
    aim: atLeast(aim),
    note: null,
  })
  return [
    ...(parts.has('decode') ? [compare('decode', decodeTest, 0.9)] : []),
    ...(parts.has('prefill') ? [compare('prefill', prefillTest, 0.97)] : []),
    ...(parts.has('itl')
      ? [
          {
            what: `ITL, ${at}: ${nameOf(decodeTest)}`,
            ours: amount(ours('p99Ms'), 'ms', 'p99'),
            theirs: amount(ours('p50Ms'), 'ms', 'its p50'),
            ratio: ratioOf(ours('p99Ms'), ours('p50Ms')),
            aim: atMost(2),
            note: null,
          },
        ]
      : []),
  ]
}

const attempts = 3

async function engineFigures(rounds: Rounds, model: RandomModel, threads: number): Promise<Figures['engine']> {
  for (let attempt = 1; ; attempt++) {
    const turns = await measuredTurns(model, threads, rounds.repetitions)
    const disturbed = turns.some(({ metrics, marks }) => marks.length > 0 || metrics.threads !== threads)
    if (disturbed && attempt < attempts) continue
    if (disturbed) rounds.foundBusy()
    const gaps = percentilesOf(turns.flatMap(({ gapsMs }) => gapsMs))
    if (!gaps) throw new Error('Expected gaps between tokens, got none')
    return {
      decode: meanOf(turns.map(({ metrics }) => metrics.decodeTokensPerSecond)),
      prefill: meanOf(turns.map(({ metrics }) => metrics.prefillTokensPerSecond)),
      p50Ms: gaps.p50,
      p99Ms: gaps.p99,
    }
  }
}

const measuredTurns = (model: RandomModel, threads: number, count: number): Promise<MeasuredTurn[]> =>
  withEngine(model.path, threads, turnCells, async (engine) => {
    await engine.turn(turnWish)
    const turns: MeasuredTurn[] = []
    while (turns.length < count) turns.push(await engine.turn(turnWish))
    return turns
  })

export function meanOf(rates: readonly (number | null)[]): number {
  const measured = rates.map((rate) => {
    if (rate === null) throw new Error('Expected a rate, got a turn without one')
    return rate
  })
  return measured.reduce((sum, rate) => sum + rate, 0) / measured.length
}
