/**
 * How much the load generator adds to the gaps of a stub on this machine. `npm run bench:load -- [--streams 1,50,200] [--rounds 5]`. Exit
 * codes: 0 the aim is met, 1 missed, 2 invalid arguments, 3 other programs used the processor before every round.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { isTooLate, type LoopDelay } from '../../core/load/overhead'
import { timingOf } from '../../core/load/timing'
import { quantileOfSorted } from '../../core/stats/percentile'
import { environmentNetwork } from '../../main/library/network/network'
import { realClock } from '../../main/load/clock'
import { loadRequest } from '../../main/load/load-request'
import { watchLoopDelay } from '../../main/load/loop-delay'
import { runLoad } from '../../main/load/run-load'
import type { LoadJob, Send } from '../../main/load/send-job'
import { machineMs } from '../../main/load/testing/stub-server'
import { chatLimits, streamChat } from '../../main/remote/stream-chat'
import { becomesQuiet } from '../engine/quiet'
import { thisMachine } from '../machine'
import { benchEntry } from '../paths'
import { say } from '../say'

const gapMs = 20
const tokensPerAnswer = 250
const mostAddedMs = 1

export async function loadBench(args: readonly string[]): Promise<number> {
  const asked = read(args)
  if (!asked) return 2
  const { streams, rounds } = asked
  const rows: Row[] = []
  say('warm-up')
  await measure(Math.max(...streams))
  for (const count of streams)
    for (let round = 1; round <= rounds; round++) {
      say(`${count} streams, round ${round} of ${rounds}`)
      const isQuiet = await becomesQuiet()
      rows.push({ ...(await measure(count)), isQuiet })
    }
  const { cpu, logicalCores, system, node } = thisMachine()
  const most = Math.max(...streams)
  const quiet = rows.filter((row) => row.streams === most && row.isQuiet)
  const added = quiet.map(({ received, sent }) => received.p99 - sent.p99)
  const middle = quantileOfSorted(
    [...added].sort((left, right) => left - right),
    0.5,
  )
  const machine = `${cpu}, ${logicalCores} logical cores, ${system}, Node ${node}`
  process.stdout.write(`${tableOf(rows)}\n${judgement(most, added, middle)}\n\n${machine}\n`)
  return added.length === 0 ? notJudged : middle < mostAddedMs ? 0 : 1
}

const notJudged = 3

function read(args: readonly string[]): { streams: readonly number[]; rounds: number } | null {
  try {
    const options = { streams: { type: 'string', default: '1,50,200' }, rounds: { type: 'string', default: '5' } } as const
    const { values } = parseArgs({ args: [...args], options })
    const streams = values.streams.split(',').map(Number)
    const rounds = Number(values.rounds)
    if (![...streams, rounds].every((count) => Number.isInteger(count) && count > 0)) throw new Error('Expected whole numbers above 0.')
    return { streams, rounds }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return null
  }
}

function judgement(most: number, added: readonly number[], middle: number): string {
  const load = `${most} streams, ${gapMs} ms between tokens`
  if (added.length === 0) return `${load}: not judged, because other programs used the processor. Close them, and measure again.`
  const result = `the load generator adds ${middle.toFixed(2)} ms to the p99 of the gaps (median of ${added.length} quiet rounds)`
  return `${load}: ${result}; aim: less than ${mostAddedMs} ms, ${middle < mostAddedMs ? 'met' : 'missed'}.`
}

interface Quantiles {
  readonly p50: number
  readonly p99: number
  readonly p999: number
}

interface Row extends Measured {
  /** No other program used the processor just before. */
  readonly isQuiet: boolean
}

interface Measured {
  readonly streams: number
  readonly tokensPerSecond: number
  readonly sent: Quantiles
  readonly received: Quantiles
  /** From the write in the stub to the time that the load generator noted. */
  readonly transit: Quantiles
  readonly loopDelay: LoopDelay
  readonly cpuMicrosecondsPerToken: number
}

async function measure(count: number): Promise<Measured> {
  const stub = spawn(process.execPath, [benchEntry, 'load-stub', String(gapMs)], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const lines = createInterface({ input: stub.stdout })[Symbol.asyncIterator]()
    const url = String((await lines.next()).value)
    // The clocks of two processes start at different times.
    const originMs = machineMs() - performance.now()
    let startMs: number | undefined
    const now = (): number => {
      const ms = performance.now()
      startMs ??= ms
      return ms
    }
    const send: Send = (request, signal, hold) =>
      streamChat(environmentNetwork, { url, key: null }, 'openai', request, signal, chatLimits, hold)
    const jobs = Array.from({ length: count }, (_, index) => jobFor(index))
    const endWatch = watchLoopDelay()
    const cpuBefore = process.cpuUsage()
    const during: { loopDelay?: LoopDelay; cpu?: NodeJS.CpuUsage } = {}
    const { requests, durationMs } = await runLoad(
      { jobs, concurrency: count },
      {
        send,
        clock: { ...realClock, now },
        signal: new AbortController().signal,
        onArrived: () => {
          during.loopDelay = endWatch()
          during.cpu = process.cpuUsage(cpuBefore)
        },
      },
    )
    const { loopDelay, cpu } = during
    if (!loopDelay || !cpu) throw new Error('Expected the figures of the load generator')
    stub.stdin.end('report')
    const sent = JSON.parse(String((await lines.next()).value)) as { prompt: string; sentMs: number[] }[]
    const byPrompt = new Map(sent.map(({ prompt, sentMs }) => [prompt, sentMs]))
    const transit = requests.flatMap(({ index, textMs }) => {
      const written = byPrompt.get(promptOf(index)) ?? []
      if (written.length !== textMs.length) throw new Error(`Expected ${written.length} pieces, got ${textMs.length}`)
      return textMs.map((at, piece) => at + (startMs ?? Number.NaN) + originMs - (written[piece] as number))
    })
    return {
      streams: count,
      tokensPerSecond: (count * tokensPerAnswer * 1000) / durationMs,
      sent: quantilesOf(sent.flatMap(({ sentMs }) => gapsOf(sentMs))),
      received: quantilesOf(requests.flatMap((record) => timingOf(record)?.gapsMs ?? [])),
      transit: quantilesOf(transit),
      loopDelay,
      cpuMicrosecondsPerToken: (cpu.user + cpu.system) / (count * tokensPerAnswer),
    }
  } finally {
    stub.stdin.end()
  }
}

const promptOf = (index: number): string => `request ${index}`

const jobFor = (index: number): LoadJob => ({
  request: loadRequest('stub', [{ role: 'user', text: promptOf(index) }], tokensPerAnswer),
  index,
  plannedPromptTokens: null,
  plannedOutputTokens: tokensPerAnswer,
  dueMs: null,
})

const gapsOf = (times: readonly number[]): number[] => times.slice(1).map((at, index) => at - (times[index] as number))

function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = Float64Array.from(values).sort()
  return { p50: quantileOfSorted(sorted, 0.5), p99: quantileOfSorted(sorted, 0.99), p999: quantileOfSorted(sorted, 0.999) }
}

function tableOf(rows: readonly Row[]): string {
  const head = [
    '| streams | tok/s | p99 gap sent | p99 gap received | added at p99 | p99.9 sent | p99.9 received | transit p50 | transit p99 | loop delay p99 | busy | CPU per token |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
  ]
  const ms = (value: number): string => `${value.toFixed(2)} ms`
  const lines = rows.map(({ isQuiet, streams, tokensPerSecond, sent, received, transit, loopDelay, cpuMicrosecondsPerToken }) => {
    const late = `${ms(loopDelay.p99Ms)}${isTooLate(loopDelay) ? ' (too late)' : ''}`
    const cells = [
      `${streams}${isQuiet ? '' : ' (other programs ran)'}`,
      tokensPerSecond.toFixed(0),
      ms(sent.p99),
      ms(received.p99),
      ms(received.p99 - sent.p99),
      ms(sent.p999),
      ms(received.p999),
      ms(transit.p50),
      ms(transit.p99),
      late,
      `${(loopDelay.busy * 100).toFixed(0)}%`,
      `${cpuMicrosecondsPerToken.toFixed(1)} µs`,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return `${[...head, ...lines].join('\n')}\n`
}
