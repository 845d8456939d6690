import type { SpeedTest } from '../../../core/contract/compare/compare-tasks'
import { counts, type Flags, listOf, number, readFlags, UsageError } from '../input/flags'
import { kvPairs, measuringFlags, outputFrom, shortFlags, variantsFrom } from '../input/measuring-flags'
import { type Measuring, runPlan } from './run-plan'

export const benchUsage = `bench MODEL [--pp N,..] [--tg N,..] [--pg P+G,..] [--depth N,..] [--kv T|K:V,..] [--threads N,..] [--reps N] [--no-warmup] [-o md|csv|json]
    [--batch N] [--swa-full] [--no-flash-attn] [--gpu BACKEND] [--gpu-layers N]
    every test at every depth with every setting; llama-bench's defaults: pp512 and tg128, 5 repetitions, and its columns`

/** llama-bench's defaults. */
const usual = { prompt: 512, generated: 128, repetitions: 5 }
const flagTypes = { ...measuringFlags, pp: 'string', tg: 'string', pg: 'string', depth: 'string', 'no-warmup': 'boolean' } as const

export async function bench(args: readonly string[], measuring: Measuring): Promise<number> {
  const { flags, words } = readFlags(args, flagTypes, shortFlags)
  const [model, ...surplus] = words
  if (!model || surplus.length > 0) throw new UsageError('bench takes one model: a path, or "pocket"')
  const repetitions = number(flags, 'reps') ?? usual.repetitions
  if (!Number.isInteger(repetitions) || repetitions < 1 || repetitions > 1000) throw new UsageError('--reps takes 1 to 1000')
  const plan = {
    variants: variantsFrom(flags, kvPairs(flags, 'kv') ?? [{ keyType: 'f16', valueType: 'f16' }], counts(flags, 'threads') ?? []),
    speed: { tests: testsFrom(flags), repetitions, warmUp: flags['no-warmup'] !== true },
    latency: null,
    quality: null,
    passkey: null,
    answers: null,
    cacheless: null,
  }
  return runPlan({ model, plan, text: '', output: outputFrom(flags) }, measuring)
}

/** Throws UsageError if no test remains. */
export function testsFrom(flags: Flags): SpeedTest[] {
  const pairs = listOf(flags, 'pg', pairFrom, 'P+G between commas, as in 512+128')
  const noneGiven = flags.pp === undefined && flags.tg === undefined && pairs === undefined
  const prompts = counts(flags, 'pp') ?? (noneGiven ? [usual.prompt] : [])
  const generated = counts(flags, 'tg') ?? (noneGiven ? [usual.generated] : [])
  const tests = [
    ...prompts.map((prompt) => ({ prompt, generated: 0 })),
    ...generated.map((tokens) => ({ prompt: 0, generated: tokens })),
    ...(pairs ?? []),
  ].filter((test) => test.prompt + test.generated > 0)
  if (tests.length === 0) throw new UsageError('nothing to measure: give --pp, --tg or --pg a number above 0')
  return (counts(flags, 'depth') ?? [0]).flatMap((depth) => tests.map((test) => ({ ...test, depth })))
}

function pairFrom(word: string): { prompt: number; generated: number } | undefined {
  const [, prompt, generated] = /^(\d{1,9})\+(\d{1,9})$/.exec(word) ?? []
  return prompt && generated ? { prompt: Number(prompt), generated: Number(generated) } : undefined
}
