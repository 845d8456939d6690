import { mergeResult } from '../../../core/compare/merge-result'
import { waitingCell } from '../../../core/compare/plan-cells'
import { ratesOf } from '../../../core/compare/statistics/compare-rates'
import { type TuneGoal, tuneAxes } from '../../../core/compare/tuning/tune-axes'
import { searchSettings, type TuneOutcome } from '../../../core/compare/tuning/tune-search'
import type { CompareCell, ComparePlan, TuneProposal, TuneRequest } from '../../../core/contract/compare/compare-runs'
import type { SpeedTest } from '../../../core/contract/compare/compare-tasks'
import { failureOf } from '../../../core/contract/errors/coded-error'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { meanAndDeviation } from '../../../core/stats/percentile'
import { Emitter } from '../../../core/streams/emitter'
import type { CompareEngine } from './compare-engine'
import type { CompareRecord } from './compare-record'
import type { RunnerEnd } from './compare-runner'

const limitMs = 50_000
const repetitionMs = 200
const fillMs = 600
const probe = { prompt: 64, generated: 8 }
const longest = { prompt: 512, generated: 128 }

type Tests = Readonly<Record<TuneGoal, SpeedTest>>
const goals: readonly TuneGoal[] = ['prefill', 'decode']

export interface TuneContext {
  readonly request: TuneRequest
  readonly layers: number
  readonly engine: Pick<CompareEngine, 'measure' | 'ready'>
  readonly record: CompareRecord
  readonly limitMs?: number
}

export const tunePlan = ({ modelId, title, settings, depth }: TuneRequest): ComparePlan => ({
  modelId,
  title,
  variants: [settings],
  speed: {
    tests: [
      { prompt: longest.prompt, generated: 0, depth: 0 },
      { prompt: 0, generated: longest.generated, depth },
    ],
    repetitions: 1,
    warmUp: true,
  },
  latency: null,
  quality: null,
  passkey: null,
  answers: null,
  cacheless: null,
})

export class TuneRunner {
  readonly progressed = new Emitter<{ readonly share: number; readonly secondsLeft: number }>()
  private readonly variants: KvSettings[]
  private begunMs = 0

  constructor(private readonly given: TuneContext) {
    this.variants = [given.request.settings]
  }

  async run(signal: AbortSignal): Promise<RunnerEnd> {
    try {
      await this.search(signal)
      return 'done'
    } catch (error) {
      if (signal.aborted) return 'cancelled'
      const failure = failureOf(error)
      if (!failure) throw error
      this.given.record.take([{ ...this.cellFor(this.given.request.settings, 'decode', probeTest('decode')), state: 'failed', failure }])
      return 'done'
    }
  }

  private async search(signal: AbortSignal): Promise<void> {
    const { request, engine, record, layers } = this.given
    const { info } = await engine.ready(request.settings, signal)
    this.begunMs = performance.now()
    const tests = await this.chooseTests(signal)
    const axes = tuneAxes({ cores: info.cores, hasGpu: info.devices.length > 0, layers })
    const outcomes = await searchSettings(request.settings, axes, {
      measure: (settings, goal) => this.measure(settings, goal, tests[goal], signal),
      timePassed: () => this.timePassed(),
    })
    record.change({ proposals: outcomes.flatMap((outcome) => this.proposal(outcome, tests) ?? []) })
  }

  private async chooseTests(signal: AbortSignal): Promise<Tests> {
    const { request, engine, record } = this.given
    const msPerToken = async (goal: TuneGoal): Promise<number> => {
      const test = probeTest(goal)
      const result = await engine.measure(
        { kind: 'speed', settings: request.settings, test, repetitions: 1, warmUp: true },
        signal,
        () => {},
      )
      const [ns = 0] = result.kind === 'speed' ? result.samplesNs : []
      return ns / 1e6 / (test.prompt + test.generated)
    }
    const prefillMs = await msPerToken('prefill')
    const decodeMs = await msPerToken('decode')
    const within = (ms: number, perToken: number, least: number, most: number) => Math.max(least, Math.min(most, Math.floor(ms / perToken)))
    const tests: Tests = {
      prefill: { prompt: within(repetitionMs, prefillMs, probe.prompt, longest.prompt), generated: 0, depth: 0 },
      decode: {
        prompt: 0,
        generated: within(repetitionMs, decodeMs, probe.generated, longest.generated),
        depth: within(fillMs, prefillMs, 0, request.depth),
      },
    }
    const { plan } = record.run
    if (plan) record.change({ plan: { ...plan, speed: { tests: goals.map((goal) => tests[goal]), repetitions: 1, warmUp: true } } })
    return tests
  }

  private async measure(settings: KvSettings, goal: TuneGoal, test: SpeedTest, signal: AbortSignal): Promise<number | null> {
    const { engine, record } = this.given
    const cell = this.cellFor(settings, goal, test)
    record.take([{ ...cell, state: 'running' }])
    const passed = this.timePassed()
    this.progressed.emit({ share: Math.min(1, passed), secondsLeft: Math.max(0, (1 - passed) * this.limitMs) / 1000 })
    try {
      const next = await engine.measure({ kind: 'speed', settings, test, repetitions: 1, warmUp: true }, signal, () => {})
      const result = mergeResult(cell.result, next)
      const repetitions = result.kind === 'speed' ? result.samplesNs.length : 1
      const task = { kind: 'speed', settings, test, repetitions, warmUp: true } as const
      record.take([{ ...cell, task, result, state: 'done', predictedBytes: result.context?.predictedBytes ?? null }])
      return next.kind === 'speed' ? (ratesOf(test.prompt + test.generated, next.samplesNs)[0] ?? null) : null
    } catch (error) {
      const failure = failureOf(error)
      if (signal.aborted || !failure) throw error
      record.take([{ ...cell, state: 'failed', failure }])
      return null
    }
  }

  private cellFor(settings: KvSettings, goal: TuneGoal, test: SpeedTest): CompareCell {
    const { results } = this.given.record.run
    const variant = this.variantOf(settings)
    const item = goals.indexOf(goal)
    const known = results.find((cell) => cell.variant === variant && cell.item === item)
    if (known) return known
    const task = { kind: 'speed', settings, test, repetitions: 1, warmUp: true } as const
    return waitingCell({ index: results.length, variant, part: 'tune', item, task })
  }

  private variantOf(settings: KvSettings): number {
    const { record } = this.given
    const known = this.variants.findIndex((variant) => JSON.stringify(variant) === JSON.stringify(settings))
    if (known >= 0) return known
    this.variants.push(settings)
    const { plan } = record.run
    if (plan) record.change({ plan: { ...plan, variants: [...this.variants] } })
    return this.variants.length - 1
  }

  private proposal({ goal, settings, isFaster }: TuneOutcome, tests: Tests): TuneProposal | undefined {
    const measured = (wanted: KvSettings) => {
      const { index, result } = this.cellFor(wanted, goal, tests[goal])
      if (result?.kind !== 'speed') return undefined
      return { index, rate: meanAndDeviation(ratesOf(tests[goal].prompt + tests[goal].generated, result.samplesNs)) }
    }
    const [found, baseline] = [measured(settings), measured(this.given.request.settings)]
    if (!found || !baseline) return undefined
    return {
      goal,
      settings,
      cell: found.index,
      baselineCell: baseline.index,
      tokensPerSecond: found.rate,
      baseline: baseline.rate,
      isFaster,
    }
  }

  private timePassed(): number {
    return (performance.now() - this.begunMs) / this.limitMs
  }

  private get limitMs(): number {
    return this.given.limitMs ?? limitMs
  }
}

const probeTest = (goal: TuneGoal): SpeedTest =>
  goal === 'prefill' ? { prompt: probe.prompt, generated: 0, depth: 0 } : { prompt: 0, generated: probe.generated, depth: 0 }
