import { binaryAt } from '../../core/compare/binary-text'
import { chosenPrompts } from '../../core/compare/suite/choose-prompts'
import { schemaPrompts } from '../../core/compare/suite/schema-prompts'
import { scoreCall, scoreJson } from '../../core/compare/suite/score-answer'
import { toolPrompts } from '../../core/compare/suite/tool-prompts'
import type { ContextReport } from '../../core/contract/cache/cache'
import type { CompareResult, CompareResultOf, CompareTaskOf, LocalTask } from '../../core/contract/compare/compare-tasks'
import { coded } from '../../core/contract/errors/coded-error'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { KvType } from '../../core/contract/settings/kv-types'
import { seededRandom } from '../../core/stats/seeded-random'
import { measureTurn } from '../../core/stats/turn-timeline'
import { wordsIn } from './made-prompt'

export interface MadeOn {
  readonly context: ContextReport
  readonly threads: number
}

/** Divergence in nats, for K or V. */
const typeLoss: Readonly<Record<KvType, number>> = {
  f32: 0,
  f16: 0,
  bf16: 0.00001,
  q8_0: 0.0002,
  q5_1: 0.002,
  q5_0: 0.003,
  q4_1: 0.008,
  q4_0: 0.012,
  iq4_nl: 0.01,
}
/** Attention time relative to f16 on a CPU. */
const slowness: Readonly<Record<KvType, number>> = {
  f32: 1.3,
  f16: 1,
  bf16: 1.6,
  q8_0: 1.4,
  q5_1: 2.1,
  q5_0: 2,
  q4_1: 1.8,
  q4_0: 1.7,
  iq4_nl: 1.9,
}
const words = 'the fake engine made this answer up and it says so because no model was asked for a word of it'.split(' ')

function noise(what: unknown): () => number {
  let seed = 0
  for (const letter of JSON.stringify(what)) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0
  return seededRandom(seed)
}

const attentionCost = ({ keyType, valueType }: KvSettings): number => (slowness[keyType] + slowness[valueType]) / 2
const tokenMs = (settings: KvSettings, depth: number): number => 2 + 0.002 * depth * attentionCost(settings)
const promptTokenMs = (settings: KvSettings, depth: number): number => 0.1 + 0.00004 * depth * attentionCost(settings)

function madeUpSpeed({ settings, test, repetitions }: CompareTaskOf<'speed'>, on: MadeOn): CompareResultOf<'speed'> {
  const random = noise([settings, test])
  const itlMs: number[] = []
  const samplesNs = Array.from({ length: repetitions }, () => {
    let spentMs = test.prompt * promptTokenMs(settings, test.depth + test.prompt / 2)
    for (let token = 0; token < test.generated; token++) {
      const gapMs = tokenMs(settings, test.depth + test.prompt + token) * (0.97 + 0.06 * random())
      spentMs += gapMs
      if (token > 0) itlMs.push(gapMs)
    }
    return spentMs * (0.99 + 0.02 * random()) * 1e6
  })
  return { kind: 'speed', ...on, samplesNs, itlMs }
}

function madeUpAnswer(task: CompareTaskOf<'answer'>, on: MadeOn): CompareResultOf<'answer'> {
  const { settings } = task
  const promptTokens = task.prompt.split(/\s+/).length + 8
  const random = noise(settings)
  const lossy = typeLoss[settings.keyType] + typeLoss[settings.valueType]
  const divergesAt = lossy > 0 ? Math.max(2, Math.round(0.05 / lossy)) : Number.POSITIVE_INFINITY
  const tokens = Array.from({ length: Math.min(task.maxTokens, task.ignoreEndOfText ? task.maxTokens : 40) }, (_, at) => {
    const id = (at >= divergesAt ? at + 7 : at) % words.length
    return { id, text: `${at > 0 ? ' ' : ''}${words[id]}` }
  })
  const itlMs = tokens.slice(1).map((_, at) => tokenMs(settings, promptTokens + at) * (0.95 + 0.1 * random() + (random() > 0.98 ? 1 : 0)))
  const tokenized = 0.4
  const prefilled = tokenized + promptTokens * promptTokenMs(settings, promptTokens / 2)
  const firstToken = prefilled + tokenMs(settings, promptTokens)
  const finished = firstToken + itlMs.reduce((sum, gap) => sum + gap, 0)
  const counts = { promptTokens, reusedTokens: 0, outputTokens: tokens.length, usedCells: promptTokens + tokens.length - 1 }
  const metrics = measureTurn(
    { sent: 0, started: 0, tokenized, prefilled, firstToken, finished },
    { ...counts, totalCells: on.context.contextTokens, seed: 0, threads: on.threads },
    itlMs,
    tokens.length === task.maxTokens ? 'token-limit' : 'end-of-text',
  )
  return { kind: 'answer', ...on, text: tokens.map(({ text }) => text).join(''), tokens, metrics, itlMs }
}

function madeUpQuality(task: CompareTaskOf<'quality'>, textTokens: number, on: MadeOn): CompareResultOf<'quality'> {
  const { settings, reference, chunkTokens, maxChunks } = task
  const chunks = Math.min(Math.floor(textTokens / chunkTokens), maxChunks ?? Number.POSITIVE_INFINITY)
  const scoredTokens = chunks * (chunkTokens - 1 - Math.floor(chunkTokens / 2))
  const same = settings.keyType === reference.keyType && settings.valueType === reference.valueType
  const mean = same
    ? 0
    : typeLoss[settings.keyType] + typeLoss[settings.valueType] + typeLoss[reference.keyType] + typeLoss[reference.valueType] + 1e-6
  const agreement = 1 - Math.min(0.4, Math.sqrt(mean) / 3)
  const root = Math.sqrt(scoredTokens)
  return {
    kind: 'quality',
    ...on,
    textTokens,
    chunks,
    scoredTokens,
    perplexity: { value: 6.5 * Math.exp(mean / 4), error: 7 / root },
    referencePerplexity: { value: 6.5, error: 7 / root },
    logPerplexityRatio: { value: mean / 4, error: Math.sqrt(mean) / root },
    divergence: { mean, median: mean / 30, p90: mean * 2, p99: mean * 15, p999: mean * 45, max: mean * 90 },
    meanDivergence: { value: mean, error: (3 * mean) / root },
    topAgreement: { value: agreement, error: Math.sqrt((agreement * (1 - agreement)) / scoredTokens) },
    rmsProbabilityChange: { value: Math.sqrt(mean) / 4, error: Math.sqrt(mean) / root },
    tokensPerSecond: 4000 / attentionCost(settings),
    method: { logits: 'full', fullPositions: scoredTokens, headTokens: null, errorBound: 0 },
  }
}

function madeUpPasskey({ settings, promptTokens, depths, trials }: CompareTaskOf<'passkey'>, on: MadeOn): CompareResultOf<'passkey'> {
  const lossy = typeLoss[settings.keyType] + typeLoss[settings.valueType]
  const byDepth = depths.map((depth) => ({ depth, found: Math.round(trials * Math.max(0, 0.6 + 0.4 * depth - lossy * 8)), trials }))
  return { kind: 'passkey', ...on, promptTokens, byDepth }
}

const lossOf = ({ keyType, valueType }: KvSettings): number => typeLoss[keyType] + typeLoss[valueType]

/** One in `every` prompts goes wrong. */
const fails = (at: number, every: number): boolean => at % Math.max(1, Math.round(every)) === 1

function madeUpToolCalls({ settings, prompts, seed }: CompareTaskOf<'tool-calls'>, on: MadeOn): CompareResultOf<'tool-calls'> {
  const every = 0.1 / (lossOf(settings) + 0.01)
  const answers = chosenPrompts(toolPrompts, prompts, seed).map((prompt, at) => {
    const { tool, others } = prompt
    const isWrongTool = fails(at, 3 * every)
    const args = fails(at, every) ? {} : prompt.arguments
    return scoreCall(prompt, { name: isWrongTool ? (others[0] ?? tool) : tool, arguments: JSON.stringify(args) })
  })
  return { kind: 'tool-calls', ...on, answers }
}

function madeUpSchemas({ settings, prompts, seed, withGrammar }: CompareTaskOf<'schemas'>, on: MadeOn): CompareResultOf<'schemas'> {
  const every = 0.12 / (lossOf(settings) + 0.01)
  const answers = chosenPrompts(schemaPrompts, prompts, seed).map((prompt, at) => {
    const text = JSON.stringify(prompt.expected)
    return scoreJson(prompt, fails(at, every) && !withGrammar ? text.slice(0, -1) : text, true)
  })
  return { kind: 'schemas', ...on, withGrammar, answers }
}

function madeUpCacheless({ settings, prompt, tokens }: CompareTaskOf<'cacheless'>, on: MadeOn): CompareResultOf<'cacheless'> {
  const promptTokens = prompt.split(/\s+/).length
  const each = (ms: (length: number) => number) => Array.from({ length: tokens }, (_, at) => ms(promptTokens + at))
  return {
    kind: 'cacheless',
    ...on,
    promptTokens,
    withCacheMs: each((length) => tokenMs(settings, length)),
    withoutCacheMs: each((length) => length * promptTokenMs(settings, length / 2) + tokenMs(settings, 0)),
    identical: true,
    firstDifference: null,
    text: Array.from({ length: tokens }, (_, at) => words[at % words.length]).join(' '),
  }
}

export function contextOf(task: LocalTask, wordsIn: (text: string) => number): number {
  switch (task.kind) {
    case 'speed':
      return task.test.depth + task.test.prompt + task.test.generated
    case 'answer':
      return wordsIn(task.prompt) + 8 + task.maxTokens
    case 'quality':
      return task.chunkTokens
    case 'passkey':
      return task.promptTokens + 32
    case 'tool-calls':
    case 'schemas':
      return 800
    case 'cacheless':
      return wordsIn(task.prompt) + task.tokens
  }
}

export function madeUpResult(task: LocalTask, on: MadeOn): CompareResult {
  switch (task.kind) {
    case 'speed':
      return madeUpSpeed(task, on)
    case 'answer':
      return madeUpAnswer(task, on)
    case 'quality': {
      const character = binaryAt(task.text)
      if (character !== null) throw coded('compare-text-binary', { character })
      const tokens = wordsIn(task.text)
      const neededTokens = 2 * task.chunkTokens
      if (tokens < neededTokens) throw coded('compare-text-too-short', { tokens, neededTokens })
      return madeUpQuality(task, tokens, on)
    }
    case 'passkey':
      return madeUpPasskey(task, on)
    case 'tool-calls':
      return madeUpToolCalls(task, on)
    case 'schemas':
      return madeUpSchemas(task, on)
    case 'cacheless':
      return madeUpCacheless(task, on)
  }
}
