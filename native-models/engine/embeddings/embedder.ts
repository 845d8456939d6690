/**
 * Embeddings have a context of their own, so the cells of conversations do not change. It is created for the first text, as long as the
 * text, and replaced for a longer one. It is freed when it has not been used for a while.
 *
 * The file of the model says how the vectors of the tokens become one (`pooling_type`). If it does not, the embedding is the vector of the
 * last token, the only one that has seen the whole text.
 */
import { basename } from 'node:path'
import type { DecodeCounts, Embedding } from '../../../core/contract/engine'
import { coded } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { SerialQueue } from '../../../core/streams/serial-queue'
import type { BatchScheduler } from '../batch/batch-scheduler'
import { BareSequence } from '../compare/bare-sequence'
import { assertFits } from '../compare/task-context'
import { type ContextInMemory, createContext } from '../context/create-context'
import type { LlamaLog } from '../llama/llama-log'
import type { ModelInMemory } from '../llama/load-model'
import type { ThreadGovernor } from '../threads/thread-governor'

export interface EmbedderParts {
  readonly loaded: ModelInMemory
  readonly log: LlamaLog
  readonly cores: number
  readonly contextQueue: SerialQueue
  readonly governor: ThreadGovernor
  readonly batches: BatchScheduler | undefined
  readonly decodes: DecodeCounts
  /** Of the conversations' context. */
  readonly report: ContextInMemory['report']
}

const keptMs = 60_000
const leastContextTokens = 1024
/** In one batch while the model writes, so that its answers have short gaps. */
const sharedTokens = 32

export class Embedder {
  private readonly queue = new SerialQueue()
  private readonly closing = new AbortController()
  private context: ContextInMemory | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly parts: EmbedderParts) {}

  /**
   * If aborted, ends within one batch. Throws `api-no-embeddings`, `api-field-refused`, `api-input-too-long`, `settings-refused`,
   * `context-larger-than-memory`, `context-failed`, `generation-failed`; `no-model-loaded` when the context of the conversations ends.
   */
  embed(tokens: readonly number[], signal: AbortSignal | undefined): Promise<Embedding> {
    const over = signal ? AbortSignal.any([signal, this.closing.signal]) : this.closing.signal
    return this.queue.run(async () => {
      clearTimeout(this.timer)
      try {
        over.throwIfAborted()
        this.assertFits(tokens.length)
        const { values, ms } = await this.evaluate(Uint32Array.from(tokens), over)
        return { vector: unitVector(values), tokens: tokens.length, ms }
      } finally {
        this.timer = setTimeout(() => void this.queue.run(() => this.free()), keptMs)
        this.timer.unref()
      }
    })
  }

  async close(): Promise<void> {
    this.closing.abort(coded('no-model-loaded', {}))
    await this.queue.run(() => this.free())
    clearTimeout(this.timer)
  }

  private async evaluate(tokens: Uint32Array, signal: AbortSignal): Promise<{ values: Float64Array; ms: number }> {
    const { contextQueue, governor, batches, cores, decodes } = this.parts
    const context = await this.contextFor(tokens.length)
    const { internals, report } = context
    if (!internals?.context.getEmbedding) throw this.refused()
    const sequence = new BareSequence(context)
    sequence.forget(0)
    let ms = 0
    for (let from = 0; from < tokens.length; ) {
      signal.throwIfAborted()
      await contextQueue.run(async () => {
        const size = batches?.hasTurns && !this.needsOneBatch ? Math.min(sharedTokens, report.batchTokens) : report.batchTokens
        const part = tokens.subarray(from, from + size)
        const began = performance.now()
        sequence.useThreads(governor.threadsFor(cores))
        // A context for embeddings has outputs for all tokens.
        await sequence.batch(part, from, Uint32Array.from(part.keys()))
        from += part.length
        ms += performance.now() - began
        decodes.calls++
        decodes.busySequences++
        batches?.interrupted()
      })
    }
    return { values: internals.context.getEmbedding(tokens.length), ms }
  }

  private async contextFor(tokens: number): Promise<ContextInMemory> {
    const { loaded, log, cores, contextQueue, report } = this.parts
    if (this.context && this.context.report.contextTokens >= tokens) return this.context
    await this.free()
    const contextTokens = Math.min(report.contextTokens, Math.max(leastContextTokens, 2 ** Math.ceil(Math.log2(tokens))))
    // Not the types of the conversations' cache, so a vector stays the same when those change. A number of threads avoids a calibration.
    const settings = { ...defaultKvSettings, batchTokens: report.batchTokens, checkpointMebibytes: 0, threads: cores }
    assertFits(loaded, settings, contextTokens)
    const request = { settings, contextTokens, predictedBytes: null }
    this.context = await contextQueue.run(() => createContext(loaded, log, cores, request, 'embeddings'))
    return this.context
  }

  private async free(): Promise<void> {
    const { context } = this
    this.context = undefined
    if (context) await this.parts.contextQueue.run(() => context.context.dispose())
  }

  private assertFits(tokens: number): void {
    const { loaded, report } = this.parts
    // The vector of a reranker is a score.
    if (!loaded.pooling || loaded.pooling.type === 'rank' || loaded.pooling.type === 'unknown') throw this.refused()
    if (tokens === 0) throw coded('api-field-refused', { field: 'input', reason: { kind: 'zod', quoted: 'Expected a text with tokens' } })
    const contextTokens = this.needsOneBatch ? Math.min(report.batchTokens, report.contextTokens) : report.contextTokens
    if (tokens > contextTokens) throw coded('api-input-too-long', { promptTokens: tokens, contextTokens })
  }

  /** llama.cpp pools the tokens of one batch, as does attention to later tokens. */
  private get needsOneBatch(): boolean {
    const { pooling } = this.parts.loaded
    return pooling?.type === 'mean' || pooling?.type === 'cls' || pooling?.isCausal === false
  }

  private refused() {
    return coded('api-no-embeddings', { model: basename(this.parts.loaded.path) })
  }
}

/** In single precision, which base64 has. Throws `generation-failed`. */
function unitVector(values: Float64Array): number[] {
  const length = Math.hypot(...values)
  if (!Number.isFinite(length) || length === 0)
    throw coded('generation-failed', { quoted: `The vector of this text has the length ${length}` })
  return Array.from(values, (value) => Math.fround(value / length))
}
