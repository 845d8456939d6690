import { mostSchemaPrompts, mostToolPrompts } from '../../../core/contract/compare/compare-limits'
import { type SuitePart, suiteParts } from '../../../core/remote/suite/suite-questions'
import { type Flags, listOf, readFlags, text, UsageError, whole } from '../input/flags'
import { type Output, outputFrom, shortFlags } from '../input/measuring-flags'
import { type WantedServer, wantedServerFlags, wantedServers } from '../servers/wanted-servers'

export const benchQualityUsage = `bench --url URL --against URL --quality [--text FILE] [--positions N] [--top-k K] [--ctx N] [-o md|csv|json]
    the predictions of the second server against those of the first, through the probabilities of the next token after the same tokens:
      llama-server, vLLM and SGLang. --text: a bundled story by default; --positions: compared predictions, 256; --top-k: tokens listed per
      prediction, 20; --ctx: tokens of a window of the text, 512
  bench --url URL [--against URL] --suite passkeys,tools,json [--suite-prompts N] [--passkey-tokens N] [--passkey-trials N] [-o md|csv|json]
    passkeys, tool calls and JSON answers through the chat API of any server, as in compare. Can be combined with --quality`

const qualityFlags = { quality: 'boolean', text: 'string', positions: 'string', 'top-k': 'string', ctx: 'string' } as const
const suiteFlags = { suite: 'string', 'suite-prompts': 'string', 'passkey-tokens': 'string', 'passkey-trials': 'string' } as const
const flagTypes = { ...wantedServerFlags, ...qualityFlags, ...suiteFlags, output: 'string' } as const

export interface QualityPlan {
  /** null: the bundled story. */
  readonly textFile: string | null
  readonly positions: number
  readonly topK: number
  readonly windowTokens: number
}

export interface SuitePlan {
  readonly parts: readonly SuitePart[]
  readonly prompts: number
  readonly passkeyTokens: number
  readonly passkeyTrials: number
}

export interface QualityOrder {
  readonly servers: readonly WantedServer[]
  readonly quality: QualityPlan | null
  readonly suite: SuitePlan | null
  readonly format: Output
}

export const isBenchOfQuality = (args: readonly string[]): boolean => args.some((arg) => /^--(quality|suite)(=|$)/.test(arg))

export function benchQualityOrder(args: readonly string[]): QualityOrder {
  const { flags, words } = readFlags(args, flagTypes, shortFlags)
  if (words.length > 0) throw new UsageError('--quality and --suite are for servers (--url); for a model, use headroom compare')
  if (text(flags, 'url') === undefined) throw new UsageError('--quality and --suite need --url')
  const servers = wantedServers(flags)
  const quality = qualityFrom(flags)
  const suite = suiteFrom(flags)
  if (quality && servers.length < 2) throw new UsageError('--quality needs --against: it compares the predictions of two servers')
  return { servers, quality, suite, format: outputFrom(flags) }
}

function qualityFrom(flags: Flags): QualityPlan | null {
  if (flags.quality !== true) return refuseAll(flags, qualityFlags, '--quality')
  return {
    textFile: text(flags, 'text') ?? null,
    positions: whole(flags, 'positions', 2, 1_000_000) ?? 256,
    topK: whole(flags, 'top-k', 1, 1_000_000) ?? 20,
    windowTokens: whole(flags, 'ctx', 8, 2 ** 30) ?? 512,
  }
}

function suiteFrom(flags: Flags): SuitePlan | null {
  const parts = listOf(
    flags,
    'suite',
    (word) => suiteParts.find((part) => part === word),
    `some of ${suiteParts.join(', ')} between commas`,
  )
  if (!parts) return refuseAll(flags, suiteFlags, '--suite')
  return {
    parts: [...new Set(parts)],
    prompts: whole(flags, 'suite-prompts', 1, 1000) ?? Math.max(mostToolPrompts, mostSchemaPrompts),
    passkeyTokens: whole(flags, 'passkey-tokens', 32, 2 ** 30) ?? 512,
    passkeyTrials: whole(flags, 'passkey-trials', 1, 100) ?? 8,
  }
}

function refuseAll(flags: Flags, types: Readonly<Record<string, unknown>>, needed: string): null {
  const given = Object.keys(types).find((name) => flags[name] !== undefined)
  if (given !== undefined) throw new UsageError(`--${given} needs ${needed}`)
  return null
}
