import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { searchPlanOf } from '../../../core/compare/gate/search-plan'
import { mostSchemaPrompts, mostToolPrompts } from '../../../core/contract/compare/compare-limits'
import type { AccuracyGate, ComparePlan } from '../../../core/contract/compare/compare-runs'
import { searchNotes } from '../../../core/copy/command-line'
import { asFileFailure } from '../../library/files/file-failures'
import { typedPath } from '../../library/files/typed-path'
import { dataFolderFor } from '../../paths'
import { assertText } from '../../services/compare/compare-texts'
import { counts, type Flags, number, readFlags, text as textFlag, UsageError } from '../input/flags'
import { kvPairs, measuringFlags, outputFrom, shortFlags, variantsFrom } from '../input/measuring-flags'
import { comparedServers } from '../servers/compared-servers'
import { type WantedServer, wantedServerFlags, wantedServers } from '../servers/wanted-servers'
import { type Measuring, runPlan } from './run-plan'

export const compareUsage = `compare MODEL [--text FILE] [--tool-calls] [--schemas] --kv T|K:V,.. [--url URL [--against URL]] [--ctx N] [--chunks N] [--special-tokens] [--reference T|K:V] [--reps N] [-o md|csv|json]
    [--threads N] [--batch N] [--swa-full] [--no-flash-attn] [--gpu BACKEND] [--gpu-layers N]
    [--latency N] [--passkeys] [--suite-prompts N] [--max-kld NATS] [--max-recall-loss SHARE] [--passkey-tokens N] [--passkey-trials N] [--cheapest [--again] [--data FOLDER]]
    --text: measures quality on a text. --tool-calls: right tool and right arguments, against the suite and against the reference; --schemas:
      complete and valid answers in JSON, without and with a grammar; --suite-prompts N: N prompts of each, always the same ones; all by default
    --ctx: tokens of a chunk of the text, 512 as in llama-perplexity; --reps 0: only quality
    --special-tokens: <|im_start|> and the like become the model's tokens; without it they are plain text, as in llama-perplexity
    --max-kld, --max-recall-loss: limits for every setting against the reference, in mean KL divergence and in found passkeys (0.1: 10 of 100
      fewer). Exit code 0: all settings are within the limits; 5: one is beyond; 6: too little was measured to tell, so give more --chunks or
      --passkey-trials. Within and beyond mean two standard errors on that side of the limit
    --passkey-tokens: length of a passkey prompt, 512; --passkey-trials: at each of five places, 8
    --cheapest: without --kv, searches the K and V types with the smallest cache within the limits; 5: no types are within, 6: perhaps some are.
      The result is stored with the model, as in the app, and printed again until the model file changes; --again: searches again
    --url, --against: also compares with a model on a server, or two; without MODEL, two servers with each other. They answer the same prompts in
      turn: --latency N, TTFT and gaps of N turns, 3 by default; --passkeys, --tool-calls, --schemas. --model, --against-model, --key-file,
      --against-key-file: as for bench --url`

const usual = {
  chunkTokens: 512,
  repetitions: 3,
  passkeyTokens: 512,
  passkeyTrials: 8,
  turns: 3,
  outputTokens: 64,
  newWords: 200,
  limits: { ttftMs: 500, itlMs: 50 },
  reference: { keyType: 'f16', valueType: 'f16' },
} as const
const flagTypes = {
  ...measuringFlags,
  ...wantedServerFlags,
  latency: 'string',
  passkeys: 'boolean',
  text: 'string',
  chunks: 'string',
  reference: 'string',
  'special-tokens': 'boolean',
  'max-kld': 'string',
  'max-recall-loss': 'string',
  'passkey-tokens': 'string',
  'passkey-trials': 'string',
  'tool-calls': 'boolean',
  schemas: 'boolean',
  'suite-prompts': 'string',
  cheapest: 'boolean',
  again: 'boolean',
  data: 'string',
} as const

export async function compare(args: readonly string[], measuring: Measuring): Promise<number> {
  const { flags, words } = readFlags(args, flagTypes, shortFlags)
  const wanted = ['url', 'against'].some((name) => flags[name] !== undefined) ? wantedServers(flags) : []
  const [model, ...surplus] = words
  if (surplus.length > 0 || (!model && wanted.length < 2))
    throw new UsageError('compare takes one model: a path, or "pocket"; or no model and two servers: --url and --against')
  const file = textFlag(flags, 'text')
  const suite = suiteFrom(flags)
  const gate = gateFrom(flags)
  const turns = whole(number(flags, 'latency') ?? (wanted.length > 0 ? usual.turns : 0), 'latency', 0, 1000)
  assertForServers(flags, model, wanted)
  if (!file && (gate || (!suite.isWanted && turns === 0 && flags.passkeys !== true)))
    throw new UsageError(
      'compare needs --text FILE, a text in the language that the model will read, or one of --tool-calls, --schemas, --passkeys and --latency',
    )
  if (gate?.isSearch && suite.isWanted) throw new UsageError('--cheapest measures no suite: leave --tool-calls and --schemas out')
  for (const flag of ['again', 'data']) if (flags[flag] !== undefined && !gate?.isSearch) throw new UsageError(searchNotes.onlyFor(flag))
  const pairs = gate?.isSearch ? [] : (kvPairs(flags, 'kv') ?? (wanted.length > 0 ? [] : undefined))
  if (!pairs) throw new UsageError('compare needs --kv with at least one type, as in --kv f16,q8_0,q4_0,q8_0:q4_0')
  const [reference = usual.reference] = kvPairs(flags, 'reference') ?? []
  const isReference = (pair: (typeof pairs)[number]) => pair.keyType === reference.keyType && pair.valueType === reference.valueType
  const others = pairs.filter((pair) => !isReference(pair))
  if (gate && !gate.isSearch && others.length === 0)
    throw new UsageError('--max-kld and --max-recall-loss judge settings that differ from the reference: name one with --kv')
  const repetitions = whole(number(flags, 'reps') ?? (wanted.length > 0 ? 0 : usual.repetitions), 'reps', 0, 1000)
  const chunks = number(flags, 'chunks')
  const text = file ? await readText(file) : ''
  const servers = wanted.length > 0 ? await comparedServers(wanted, measuring.signal) : undefined
  const local = model ? variantsFrom(flags, [reference, ...others], counts(flags, 'threads') ?? []) : []
  const plan = {
    variants: [...local, ...(servers?.settings ?? [])],
    speed:
      repetitions > 0
        ? {
            tests: [
              { prompt: 512, generated: 0, depth: 0 },
              { prompt: 0, generated: 128, depth: 0 },
            ],
            repetitions,
            warmUp: true,
          }
        : null,
    latency: turns > 0 ? latencyOf(turns) : null,
    quality: file
      ? {
          text: { source: 'own' as const, name: file, text },
          chunkTokens: whole(number(flags, 'ctx') ?? usual.chunkTokens, 'ctx', 8, 2 ** 30),
          maxChunks: chunks === undefined ? null : whole(chunks, 'chunks', 1, 2 ** 30),
          specialTokens: flags['special-tokens'] === true,
        }
      : null,
    passkey: flags.passkeys === true || typeof gate?.maxRecallLoss === 'number' ? passkeyFrom(flags) : null,
    answers: null,
    cacheless: null,
    toolCalls: suite.toolCalls,
    schemas: suite.schemas,
    gate,
  }
  const output = outputFrom(flags)
  if (!gate?.isSearch)
    return runPlan({ model: model ?? null, plan, text, output, ...(servers ? { access: servers.access } : {}) }, measuring)
  const memory = { folder: dataFolderFor(textFlag(flags, 'data')), isAgain: flags.again === true }
  return runPlan({ model: model ?? null, plan: searchPlanOf(plan), text, output, memory }, measuring)
}

/** The turns begin with words that are in no cache, as in the app. */
const latencyOf = (turns: number): NonNullable<ComparePlan['latency']> => ({
  prompt: 'Explain what a KV cache is, in a few sentences.',
  outputTokens: usual.outputTokens,
  turns,
  limits: usual.limits,
  newWords: usual.newWords,
  seed: randomInt(2 ** 31),
})

function assertForServers(flags: Flags, model: string | undefined, wanted: readonly WantedServer[]): void {
  if (wanted.length === 0) return
  for (const flag of ['max-kld', 'max-recall-loss', 'cheapest'])
    if (flags[flag] !== undefined) throw new UsageError(`--${flag} is about K and V types of this machine: leave --url out`)
  if (model) return
  for (const flag of ['kv', 'reference', 'text', 'reps', 'threads'])
    if (flags[flag] !== undefined) throw new UsageError(`--${flag} needs a model on this machine: name one before the flags`)
}

function gateFrom(flags: Flags): AccuracyGate | null {
  const maxNats = number(flags, 'max-kld') ?? null
  const maxRecallLoss = number(flags, 'max-recall-loss') ?? null
  if (maxNats !== null && maxNats < 0) throw new UsageError('--max-kld takes nats from 0 up')
  if (maxRecallLoss !== null && (maxRecallLoss < 0 || maxRecallLoss > 1))
    throw new UsageError('--max-recall-loss takes a share from 0 to 1')
  const isSearch = flags.cheapest === true
  if (isSearch && flags.kv !== undefined) throw new UsageError('--cheapest chooses the types itself: leave --kv out')
  if (maxNats === null && maxRecallLoss === null) {
    if (isSearch) throw new UsageError('--cheapest needs a limit: --max-kld or --max-recall-loss')
    return null
  }
  return { maxNats, maxRecallLoss, isSearch }
}

function suiteFrom(flags: Flags) {
  const wanted = number(flags, 'suite-prompts')
  const most = Math.max(mostToolPrompts, mostSchemaPrompts)
  const prompts = wanted === undefined ? most : whole(wanted, 'suite-prompts', 1, most)
  const toolCalls = flags['tool-calls'] === true ? { prompts: Math.min(prompts, mostToolPrompts) } : null
  const schemas = flags.schemas === true ? { prompts: Math.min(prompts, mostSchemaPrompts) } : null
  const isWanted = toolCalls !== null || schemas !== null
  if (wanted !== undefined && !isWanted) throw new UsageError('--suite-prompts is for --tool-calls and --schemas')
  return { toolCalls, schemas, isWanted }
}

function passkeyFrom(flags: Flags) {
  return {
    promptTokens: whole(number(flags, 'passkey-tokens') ?? usual.passkeyTokens, 'passkey-tokens', 32, 2 ** 30),
    depths: [0, 0.25, 0.5, 0.75, 1],
    trials: whole(number(flags, 'passkey-trials') ?? usual.passkeyTrials, 'passkey-trials', 1, 100),
  }
}

function whole(value: number, name: string, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new UsageError(`--${name} takes a whole number from ${least} to ${most}`)
  return value
}

async function readText(file: string): Promise<string> {
  const path = typedPath(file)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw asFileFailure(error, path)
  })
  assertText(text, file)
  return text
}
