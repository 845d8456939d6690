import { InsufficientMemoryError, type LlamaContext, type LlamaContextOptions, type LlamaContextSequence } from 'node-llama-cpp'
import type { ContextReport } from '../../../core/contract/cache/cache'
import { coded } from '../../../core/contract/errors/coded-error'
import type { KvType } from '../../../core/contract/settings/kv-types'
import { compareCaches } from '../../../core/plan/compare-caches'
import { plannedCheckpoints } from '../../../core/plan/parts/checkpoints'
import { messageOf } from '../../../core/text/message-of'
import type { ContextRequest } from '../../process/backend'
import { acceptedPlan } from '../llama/cache-guard'
import { type Internals, internalsOf } from '../llama/llama-internals'
import type { LlamaLog } from '../llama/llama-log'
import type { ModelInMemory } from '../llama/load-model'
import { trainedTokensOf } from '../llama/trained-tokens'
import { type Calibration, calibrateThreads } from '../threads/calibrate-threads'
import { allocatedBytes, allocatedCaches } from './allocated-caches'
import { reconcileCaches } from './reconcile-caches'
import { canShareBatch } from './shared-batches'
import { shiftRefusalOf } from './shift-refusal'

export interface ContextInMemory {
  readonly context: LlamaContext
  readonly sequences: readonly LlamaContextSequence[]
  readonly internals: Internals | undefined
  readonly report: ContextReport
}

/** How many tokens a sequence may have. The public API shifts a full context, so it needs one free cell. */
export const usableCells = ({ internals, report }: Pick<ContextInMemory, 'internals' | 'report'>): number =>
  report.contextTokens - (internals ? 0 : 1)

type GgmlName = NonNullable<Extract<LlamaContextOptions['experimentalKvCacheKeyType'], string>>
const ggmlName = (type: KvType): GgmlName => type.toUpperCase() as GgmlName

export async function createContext(
  loaded: ModelInMemory,
  log: LlamaLog,
  cores: number,
  request: ContextRequest,
  use: 'answers' | 'embeddings' = 'answers',
): Promise<ContextInMemory> {
  const { settings } = request
  const plan = acceptedPlan(loaded.shape, request)
  const mark = log.mark
  let context: LlamaContext
  try {
    context = await loaded.model.createContext({
      contextSize: request.contextTokens,
      sequences: settings.sequences,
      batchSize: settings.batchTokens,
      flashAttention: settings.flashAttention === 'auto' ? 'auto' : settings.flashAttention === 'on',
      threads: { ideal: cores, min: 1 },
      swaFullCache: settings.swaFullCache,
      experimentalKvCacheKeyType: ggmlName(settings.keyType),
      experimentalKvCacheValueType: ggmlName(settings.valueType),
      failedCreationRemedy: false,
      // Not in the types of node-llama-cpp.
      ...(use === 'embeddings' ? { _embeddings: true } : {}),
    })
  } catch (error) {
    await log.settled()
    throw refusal(error, log, mark, request)
  }
  const checkpointLimit = plan ? plannedCheckpoints(plan, settings.checkpointMebibytes).limit : 0
  const options = plan ? { checkpoints: { max: checkpointLimit, ...(checkpointLimit === 0 ? { interval: false as const } : {}) } } : {}
  const sequences = Array.from({ length: settings.sequences }, () => context.getSequence(options))
  const first = sequences[0] as LlamaContextSequence
  const internals = internalsOf(context, loaded.model, first)
  await log.settled()
  const lines = log.since(mark)
  const caches = reconcileCaches(allocatedCaches(lines), plan)
  const calibration = await chooseThreads(settings.threads, cores, context, first, internals, loaded)
  const report: ContextReport = {
    contextTokens: context.contextSize,
    trainedTokens: trainedTokensOf(loaded.model),
    sequences: settings.sequences,
    sharesBatches: internals !== undefined && canShareBatch(loaded.shape, loaded.model.llama.systemInfo),
    batchTokens: context.batchSize,
    keyType: settings.keyType,
    valueType: settings.valueType,
    flashAttention: settings.flashAttention !== 'off' && !lines.some((line) => /Flash Attention not supported/.test(line.text)),
    swaFullCache: settings.swaFullCache,
    checkpointLimit,
    shiftRefusal: shiftRefusalOf(loaded.model, loaded.shape, settings.swaFullCache),
    attentionRotation: rotationIn(lines.map(({ text }) => text)),
    caches,
    allocatedBytes: allocatedBytes(caches),
    predictedBytes: plan?.totalCacheBytes ?? request.predictedBytes,
    comparison: plan ? compareCaches(caches, plan.caches) : [],
    contextBytes: context.memoryUsage,
    threads: { chosen: calibration.threads, cores, measured: [...calibration.measured] },
  }
  return { context, sequences, internals, report }
}

async function chooseThreads(
  wanted: number | 'auto',
  cores: number,
  context: LlamaContext,
  sequence: LlamaContextSequence,
  internals: Internals | undefined,
  loaded: ModelInMemory,
): Promise<Calibration> {
  if (wanted !== 'auto') return { threads: Math.min(wanted, cores), measured: [] }
  const { model } = loaded
  const token = model.tokens.bos ?? model.tokens.eos ?? model.tokenize('a')[0]
  if (token === undefined || context.contextSize < 64) return { threads: cores, measured: [] }
  const calibration = await calibrateThreads(cores, async (threads) => {
    model.llama.maxThreads = threads
    internals?.context.setThreads(threads)
    await sequence.evaluateWithoutGeneratingNewTokens([token])
  })
  model.llama.maxThreads = cores
  await sequence.clearHistory()
  return calibration
}

/** Follows `llama_init_from_model` in src/llama-context.cpp. */
function refusal(error: unknown, log: LlamaLog, mark: number, request: ContextRequest): Error {
  if (error instanceof InsufficientMemoryError)
    return coded('context-failed', { reason: { kind: 'not-enough-memory', contextTokens: request.contextTokens } })
  const { keyType, valueType } = request.settings
  const reason = log.reasonSince(mark)
  if (reason && /quantized V cache requires flash_attn/.test(reason))
    return coded('settings-refused', { reason: { kind: 'quantized-value-needs-flash-attention', valueType } })
  const head = /([KV]) cache type .* with block size (\d+) does not divide n_embd_head_.=(\d+)/.exec(reason ?? '')
  if (head) {
    const of = head[1] === 'K' ? 'K' : 'V'
    const [blockElements, headElements] = [Number(head[2]), Number(head[3])]
    const type = of === 'K' ? keyType : valueType
    return coded('settings-refused', { reason: { kind: 'head-not-divisible-by-block', of, type, blockElements, headElements } })
  }
  if (reason && /different K .* and V .* cache types/.test(reason))
    return coded('settings-refused', { reason: { kind: 'mla-needs-equal-types', keyType, valueType } })
  return coded('context-failed', { reason: { kind: 'llama.cpp', quoted: reason ?? messageOf(error) } })
}

function rotationIn(lines: readonly string[]): ContextReport['attentionRotation'] {
  const said = (side: 'k' | 'v') =>
    lines.map((line) => new RegExp(`attn_rot_${side} = ([01])`).exec(line)?.[1]).filter((value) => value !== undefined)
  const [keys, values] = [said('k'), said('v')]
  return keys.length > 0 && values.length > 0 ? { keys: keys.includes('1'), values: values.includes('1') } : null
}
