/**
 * Shows what the KV cache saves: generates an answer with and without it.
 *
 *   with:     [prompt], then token, token, token, …        one position computed per token
 *   without:  [prompt], [prompt + 1], [prompt + 2], …      all positions computed per token
 */
import type { Token } from 'node-llama-cpp'
import { firstDifference } from '../../../core/compare/first-difference'
import type { CompareResultOf, CompareTaskOf } from '../../../core/contract/compare/compare-tasks'
import { endOfTextBias } from '../decode/token-sampler'
import type { AddonSampler } from '../llama/llama-internals'
import { BareSequence } from './bare-sequence'
import { chatTokens } from './measure-answer'
import { Progress } from './progress'
import { type Measuring, type TaskContext, warmUp, withContext } from './task-context'

interface Written {
  readonly tokens: readonly Token[]
  readonly tokenMs: readonly number[]
}

export async function measureCacheless(measuring: Measuring, task: CompareTaskOf<'cacheless'>): Promise<CompareResultOf<'cacheless'>> {
  const prompt = Uint32Array.from(chatTokens(measuring, task.prompt))
  return withContext(measuring, task.settings, prompt.length + task.tokens, 'generation', async (context) => {
    await warmUp(context, prompt, context.report.batchTokens)
    const { cached, reread } = await bothWays(new TwoWays(measuring, context, prompt, task.tokens))
    const difference = firstDifference(cached.tokens, reread.tokens)
    return {
      kind: 'cacheless',
      context: context.report,
      threads: context.threads,
      promptTokens: prompt.length,
      withCacheMs: [...cached.tokenMs],
      withoutCacheMs: [...reread.tokenMs],
      identical: difference === null,
      firstDifference: difference,
      text: measuring.loaded.model.detokenize([...cached.tokens]),
    }
  })
}

async function bothWays(ways: TwoWays): Promise<{ readonly cached: Written; readonly reread: Written }> {
  try {
    return { cached: await ways.withCache(), reread: await ways.withoutCache() }
  } finally {
    ways.end()
  }
}

class TwoWays {
  private readonly sequence: BareSequence
  /** Never samples an end-of-text token. */
  private readonly sampler: AddonSampler
  private readonly progress: Progress

  constructor(
    private readonly measuring: Measuring,
    private readonly context: TaskContext,
    private readonly prompt: Uint32Array,
    private readonly count: number,
  ) {
    this.sequence = new BareSequence(context)
    this.sampler = this.sequence.sampler({ temperature: 0, ...endOfTextBias(measuring.loaded.model) })
    this.progress = new Progress(prompt.length + count + count * (prompt.length + count / 2), measuring.onProgress)
  }

  async withCache(): Promise<Written> {
    const { sequence, prompt } = this
    sequence.forget(0)
    await this.process(prompt.subarray(0, -1))
    return this.write((token, at) => {
      this.progress.advance(1)
      return sequence.step(token, prompt.length - 1 + at)
    })
  }

  async withoutCache(): Promise<Written> {
    const { prompt } = this
    const all = new Uint32Array(prompt.length + this.count)
    all.set(prompt)
    const written = await this.write((token, at) => {
      all[prompt.length - 1 + at] = token
      this.sequence.forget(0)
      return this.process(all.subarray(0, prompt.length + at))
    })
    this.progress.end()
    return written
  }

  end(): void {
    this.sampler.dispose()
  }

  /** `compute` returns a logit index. `at` is 0 for the prompt's last token. */
  private async write(compute: (token: number, at: number) => Promise<number>): Promise<Written> {
    const tokens: Token[] = []
    const tokenMs: number[] = []
    let token = this.prompt.at(-1) as number
    for (let at = 0; at < this.count; at++) {
      this.measuring.signal?.throwIfAborted()
      const started = performance.now()
      token = await this.sequence.sample(await compute(token, at), this.sampler)
      tokenMs.push(performance.now() - started)
      tokens.push(token as Token)
    }
    return { tokens, tokenMs }
  }

  private async process(tokens: Uint32Array): Promise<number> {
    const logit = await this.sequence.process(tokens, 0, this.context.report.batchTokens, this.measuring.signal)
    this.progress.advance(tokens.length)
    return logit
  }
}
