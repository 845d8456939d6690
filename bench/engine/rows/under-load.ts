import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../../../core/stats/percentile'
import { nameOf, runLlamaBench } from '../../llama-bench/run-llama-bench'
import type { ToolFile } from '../../llama-bench/tool-source'
import type { RandomModel } from '../../random-models'
import { BusyCore } from '../busy-core'
import { type EngineUnderTest, withEngine } from '../engine-under-test'
import type { Rounds } from '../rounds'
import { amount, atLeast, atMost, missing, type Row, ratioOf } from '../row'
import { type Adaptation, adaptation, adaptationCells } from './adaptation'
import { decodeTest, meanOf, turnCells, turnWish } from './quiet-turns'

interface Figures {
  readonly engine: { readonly decode: number; readonly marks: string }
  readonly bench: readonly number[]
  readonly adaptation: Adaptation
}

const settledMs = 2500

export async function underLoadRows(
  rounds: Rounds,
  tool: ToolFile | undefined,
  model: RandomModel,
  threadCounts: readonly number[],
): Promise<Row[]> {
  const name = `one core busy, ${model.size}`
  const played = await rounds.play<Figures>(name, {
    engine: () => withEngine(model.path, 'auto', turnCells, (engine) => steady(engine, rounds.repetitions)),
    bench: async () => {
      const rates: number[] = []
      if (tool !== undefined)
        for (const threads of threadCounts)
          rates.push(
            await withBusyCore(() =>
              runLlamaBench(tool, { modelPath: model.path, threads, repetitions: rounds.repetitions, ...decodeTest }),
            ),
          )
      return rates
    },
    adaptation: () => withEngine(model.path, 'auto', adaptationCells, adaptation),
  })
  return [
    steadyRow(name, played, threadCounts),
    ...adaptationRows(
      name,
      played.map((figures) => figures.adaptation),
    ),
  ]
}

async function withBusyCore<T>(work: () => Promise<T>): Promise<T> {
  const busy = await BusyCore.waiting()
  try {
    busy.begin()
    await sleep(settledMs)
    return await work()
  } finally {
    busy.end()
  }
}

async function steady(engine: EngineUnderTest, repetitions: number): Promise<Figures['engine']> {
  // Warms up before the load starts. The threads were calibrated when the context was created.
  await engine.turn(turnWish)
  return withBusyCore(async () => {
    const rates: (number | null)[] = []
    const marks: string[] = []
    while (rates.length < repetitions) {
      const turn = await engine.turn(turnWish)
      rates.push(turn.metrics.decodeTokensPerSecond)
      marks.push(...turn.marks.map((mark) => `${mark.kind} to ${mark.value} after ${mark.afterToken}`))
    }
    return { decode: meanOf(rates), marks: marks.join(', ') }
  })
}

function steadyRow(name: string, played: readonly Figures[], threadCounts: readonly number[]): Row {
  const ours = played.map(({ engine }) => engine.decode)
  const marks = played.map(({ engine }, round) => engine.marks && `round ${round + 1}: ${engine.marks}`).filter(Boolean)
  const byThreads = threadCounts.map((threads, index) => ({ threads, rates: played.map(({ bench }) => bench[index] as number) }))
  const what = `decode, ${name}: ${nameOf(decodeTest)}`
  const [best] = played[0]?.bench.length === 0 ? [] : byThreads.sort((a, b) => median(b.rates) - median(a.rates))
  if (!best) return { ...missing(what, 'no llama-bench to compare with'), ours: amount(ours, 'tok/s') }
  const others = byThreads.slice(1).map(({ threads, rates }) => `${threads} threads: ${median(rates).toFixed(0)} tok/s`)
  return {
    what,
    ours: amount(ours, 'tok/s'),
    theirs: amount(best.rates, 'tok/s', `llama-bench, ${best.threads} threads,`),
    ratio: ratioOf(ours, best.rates),
    aim: atLeast(0.8),
    note: `llama-bench with ${others.join(', ')}; changes of threads in the engine's turns: ${marks.join('; ') || 'none'}`,
  }
}

function adaptationRows(name: string, rounds: readonly Adaptation[]): Row[] {
  const times = (what: string, pick: (round: Adaptation) => number | null, note: string): Row => {
    const measured = rounds.map(pick).filter((value) => value !== null)
    const never = rounds.length - measured.length
    const text = never > 0 ? `${note}; this did not happen in ${never} of ${rounds.length} rounds` : note
    return measured.length === 0
      ? missing(`${what}, ${name}`, text)
      : { ...missing(`${what}, ${name}`, text), ours: amount(measured, 'ms') }
  }
  const worst = rounds.map(({ firstSecond }) => firstSecond)
  const before = rounds.map(({ before }) => before)
  return [
    {
      what: `decode in the first second of the load, ${name}`,
      ours: amount(worst, 'tok/s'),
      theirs: amount(before, 'tok/s', 'before it'),
      ratio: ratioOf(worst, before),
      aim: null,
      note: 'the load starts in the middle of an answer',
    },
    {
      what: `longest gap when the load begins, ${name}`,
      ours: amount(
        rounds.map((round) => round.longestGapMs),
        'ms',
      ),
      theirs: null,
      ratio: null,
      aim: null,
      note: null,
    },
    times('threads lowered after', (round) => round.loweredAfterMs, 'from the start of the load to the first token with fewer threads'),
    times('threads raised after', (round) => round.raisedAfterMs, 'from the end of the load to the first token with all threads again'),
    {
      what: `ITL under the load, ${name}`,
      ours: amount(
        rounds.map((round) => round.p99Ms),
        'ms',
        'p99',
      ),
      theirs: amount(
        rounds.map((round) => round.p50Ms),
        'ms',
        'its p50',
      ),
      ratio: ratioOf(
        rounds.map((round) => round.p99Ms),
        rounds.map((round) => round.p50Ms),
      ),
      aim: atMost(2),
      note: 'from the change of threads to the end of the load',
    },
  ]
}
