import type { Arrivals } from '../../../core/load/arrivals'
import type { LoadLimits } from '../../../core/load/figures'
import { type LengthRule, lengthRuleFrom } from '../../../core/load/workload/lengths'
import { between, type Flags, listOf, readFlags, text, UsageError, whole } from '../input/flags'
import { type Output, outputFrom, shortFlags } from '../input/measuring-flags'
import { type WantedServer, wantedServerFlags, wantedServers } from '../servers/wanted-servers'

export const benchServerUsage = `bench --url URL [--model M] [--key-file FILE] [--concurrency 1,2,4] [--rate 0.5,1|trace] [--requests N]
    [--prompt-tokens N|A-B|N~D] [--output-tokens N|A-B|N~D] [--shared-prefix SHARE] [--trace FILE] [--warm-up N] [--rounds N] [--seed N]
    [--ttft-limit MS] [--itl-limit MS] [-o md|csv|json] [--save FOLDER]
    [--against URL [--against-model M] [--against-key-file FILE]]
    a server under load; json has one line per run, in the fields of vllm bench serve, and csv one row per request. --save writes one JSON file per run. Without --key-file, the key is that
    of HEADROOM_SERVER_KEY (for --against: HEADROOM_AGAINST_KEY). N~D: a normal distribution
  bench --compare A.json B.json
    two results of bench --url, vllm bench serve or llama-bench side by side`

const flagTypes = {
  ...wantedServerFlags,
  compare: 'boolean',
  concurrency: 'string',
  rate: 'string',
  requests: 'string',
  'prompt-tokens': 'string',
  'output-tokens': 'string',
  'shared-prefix': 'string',
  trace: 'string',
  'warm-up': 'string',
  rounds: 'string',
  seed: 'string',
  'ttft-limit': 'string',
  'itl-limit': 'string',
  output: 'string',
  save: 'string',
} as const

export interface LoadOrder {
  readonly kind: 'measure'
  readonly servers: readonly WantedServer[]
  readonly loads: readonly Arrivals[]
  /** null: depends on the load. */
  readonly requests: number | null
  readonly prompt: LengthRule
  readonly output: LengthRule
  readonly shared: number
  readonly traceFile: string | null
  readonly warmUp: number
  readonly rounds: number
  readonly seed: number
  readonly limits: LoadLimits
  readonly format: Output
  /** A folder. */
  readonly save: string | null
}

export type BenchServerOrder = LoadOrder | { readonly kind: 'compare'; readonly files: readonly [string, string] }

/** Without one of these flags, `bench` measures a model on this machine. */
export const isBenchOfServer = (args: readonly string[]): boolean => args.some((arg) => /^--(url|against|compare)(=|$)/.test(arg))

export function benchServerOrder(args: readonly string[]): BenchServerOrder {
  const { flags, words } = readFlags(args, flagTypes, shortFlags)
  if (flags.compare === true) return { kind: 'compare', files: twoFiles(flags, words) }
  if (words.length > 0) throw new UsageError('bench measures a server (--url) or a model, not both')
  const servers = wantedServers(flags)
  return {
    kind: 'measure',
    servers,
    loads: loadsFrom(flags),
    requests: whole(flags, 'requests', 1, 1_000_000) ?? null,
    prompt: lengths(flags, 'prompt-tokens') ?? { kind: 'fixed', tokens: 512 },
    output: lengths(flags, 'output-tokens') ?? { kind: 'fixed', tokens: 128 },
    shared: between(flags, 'shared-prefix', 0, 1) ?? 0,
    traceFile: text(flags, 'trace') ?? null,
    warmUp: whole(flags, 'warm-up', 0, 1000) ?? 2,
    rounds: whole(flags, 'rounds', 1, 1000) ?? (servers.length === 1 ? 1 : 5),
    seed: whole(flags, 'seed', 0, 1_000_000) ?? 0,
    limits: { ttftMs: between(flags, 'ttft-limit', 0, 1e9) ?? null, itlMs: between(flags, 'itl-limit', 0, 1e9) ?? null },
    format: outputFrom(flags),
    save: text(flags, 'save') ?? null,
  }
}

function twoFiles(flags: Flags, [first, second, ...more]: readonly string[]): readonly [string, string] {
  const others = Object.keys(flags).filter((name) => name !== 'compare')
  if (others.length > 0) throw new UsageError(`--compare has no --${others[0]}`)
  if (first === undefined || second === undefined || more.length > 0) throw new UsageError('--compare takes two files')
  return [first, second]
}

function loadsFrom(flags: Flags): Arrivals[] {
  const concurrencies = listOf(flags, 'concurrency', (word) => countIn(word, 10_000), 'numbers of requests from 1 to 10,000 between commas')
  const rates = listOf(flags, 'rate', rateFrom, 'requests per second between commas, or "trace"')
  const loads: Arrivals[] = [
    ...(concurrencies ?? []).map((concurrency): Arrivals => ({ kind: 'closed', concurrency })),
    ...(rates ?? []).map((rate): Arrivals => (rate === 'trace' ? { kind: 'trace' } : { kind: 'poisson', perSecond: rate })),
  ]
  if (loads.some(({ kind }) => kind === 'trace') && flags.trace === undefined) throw new UsageError('--rate trace needs --trace FILE')
  return loads.length > 0 ? loads : [{ kind: 'closed', concurrency: 1 }]
}

const countIn = (word: string, most: number): number | undefined => {
  const value = /^\d{1,9}$/.test(word) ? Number(word) : 0
  return value >= 1 && value <= most ? value : undefined
}

function rateFrom(word: string): number | 'trace' | undefined {
  if (word === 'trace') return 'trace'
  const value = word === '' ? Number.NaN : Number(word)
  return value > 0 && value <= 100_000 ? value : undefined
}

function lengths(flags: Flags, name: string): LengthRule | undefined {
  const word = text(flags, name)
  if (word === undefined) return undefined
  const rule = lengthRuleFrom(word)
  if (!rule) throw new UsageError(`--${name} takes tokens: 512, 100-900, or 512~64 for a normal distribution; got "${word}"`)
  return rule
}
