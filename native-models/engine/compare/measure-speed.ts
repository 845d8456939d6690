/**
 * The tests of llama-bench, with two differences: the warm-up is longer, and with automatic threads a prompt-only test uses every core.
 * Source: `main`, `test_prompt` and `test_gen` in tools/llama-bench/llama-bench.cpp.
 */
import type { CompareResultOf, CompareTaskOf } from '../../../core/contract/compare/compare-tasks'
import { BareSequence } from './bare-sequence'
import { Progress } from './progress'
import { randomTokens } from './random-tokens'
import { type Measuring, type TaskContext, warmUp, withContext } from './task-context'

/** A process's first hundred steps are up to 1 ms slower, until JavaScript is compiled. */
const generationWarmUpMs = 250

type SpeedTask = CompareTaskOf<'speed'>

export function measureSpeed(measuring: Measuring, task: SpeedTask): Promise<CompareResultOf<'speed'>> {
  const { prompt, generated, depth } = task.test
  return withContext(measuring, task.settings, depth + prompt + generated, generated > 0 ? 'generation' : 'prompts', async (context) => {
    const test = new SpeedTest(measuring, task, context)
    if (task.warmUp) await test.warmUp()
    const samplesNs: number[] = []
    for (let repetition = 0; repetition < task.repetitions; repetition++) samplesNs.push(await test.repetition())
    test.progress.end()
    return { kind: 'speed', context: context.report, threads: context.threads, samplesNs, itlMs: test.gapsMs }
  })
}

class SpeedTest {
  readonly gapsMs: number[] = []
  readonly progress: Progress
  private readonly sequence: BareSequence
  private readonly before: Uint32Array
  private readonly prompt: Uint32Array
  private readonly generated: Uint32Array
  private isFilled = false

  constructor(
    private readonly measuring: Measuring,
    { test, repetitions }: SpeedTask,
    private readonly context: TaskContext,
  ) {
    const { model, description } = measuring.loaded
    const random = (count: number) => randomTokens(count, description.vocabularyTokens, model)
    this.sequence = new BareSequence(context)
    this.before = random(test.depth)
    this.prompt = random(test.prompt)
    this.generated = random(test.generated)
    this.progress = new Progress(test.depth + repetitions * (test.prompt + test.generated), measuring.onProgress)
  }

  async warmUp(): Promise<void> {
    const { prompt, generated, sequence } = this
    if (prompt.length > 0) await warmUp(this.context, prompt, this.context.report.batchTokens)
    const until = performance.now() + generationWarmUpMs
    for (let at = 0; generated.length > 0 && (at === 0 || performance.now() < until); at++) {
      this.measuring.signal?.throwIfAborted()
      const position = at % generated.length
      if (position === 0) sequence.forget(0)
      await sequence.step(generated[position] as number, position)
    }
    sequence.forget(0)
  }

  async repetition(): Promise<number> {
    await this.fillDepth()
    const { length: depth } = this.before
    const started = performance.now()
    await this.process(this.prompt, depth)
    await this.generate(depth + this.prompt.length)
    return (performance.now() - started) * 1e6
  }

  private async generate(from: number): Promise<void> {
    const { sequence, generated, gapsMs } = this
    let before = 0
    for (let at = 0; at < generated.length; at++) {
      this.measuring.signal?.throwIfAborted()
      await sequence.step(generated[at] as number, from + at)
      const now = performance.now()
      if (at > 0) gapsMs.push(now - before)
      before = now
      this.progress.advance(1)
    }
  }

  private async fillDepth(): Promise<void> {
    const depth = this.before.length
    const needsCheckpoints = this.context.sequences[0]?.needsCheckpoints ?? false
    if (this.isFilled && !needsCheckpoints && this.sequence.forget(depth)) return
    this.sequence.forget(0)
    await this.process(this.before, 0)
    this.isFilled = true
  }

  private async process(tokens: Uint32Array, from: number): Promise<void> {
    await this.sequence.process(tokens, from, this.context.report.batchTokens, this.measuring.signal)
    this.progress.advance(tokens.length)
  }
}
