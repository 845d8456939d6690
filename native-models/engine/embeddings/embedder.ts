/**
 * Embeddings have a context of their own, as long as the longest text, so the cells of conversations do not change.
 *
 * The model's file says how the vectors of the tokens are pooled (`pooling_type`). If it does not, the embedding is the vector of the last
 * token, the only one that has seen the whole text.
 */
import { basename } from 'node:path'
import type { Embedding } from '../../../core/contract/engine'
import { coded } from '../../../core/contract/errors/coded-error'
import { BareSequence } from '../compare/bare-sequence'
import { OwnContext, type OwnContextParts } from '../own-context/own-context'

const leastContextTokens = 1024
/** In one batch while the model writes, so that its answers have short gaps. */
const sharedTokens = 32

export class Embedder {
  private readonly own: OwnContext

  constructor(private readonly parts: OwnContextParts) {
    this.own = new OwnContext(parts, 'embeddings', parts.report.batchTokens)
  }

  /**
   * If aborted, ends within one batch. Throws `api-no-embeddings`, `api-field-refused`, `api-input-too-long`, `settings-refused`,
   * `context-larger-than-memory`, `context-failed`, `generation-failed`; `no-model-loaded` when the context of the conversations ends.
   */
  embed(tokens: readonly number[], signal: AbortSignal | undefined): Promise<Embedding> {
    return this.own.run(signal, async (over) => {
      this.assertFits(tokens.length)
      const { values, ms } = await this.evaluate(Uint32Array.from(tokens), over)
      return { vector: unitVector(values), tokens: tokens.length, ms }
    })
  }

  close(): Promise<void> {
    return this.own.close()
  }

  private async evaluate(tokens: Uint32Array, signal: AbortSignal): Promise<{ values: Float64Array; ms: number }> {
    const { batches, report } = this.parts
    const wanted = Math.max(leastContextTokens, 2 ** Math.ceil(Math.log2(tokens.length)))
    const context = await this.own.atLeast(Math.min(report.contextTokens, wanted))
    const { internals } = context
    if (!internals?.context.getEmbedding) throw this.refused()
    const sequence = new BareSequence(context)
    sequence.forget(0)
    let ms = 0
    for (let from = 0; from < tokens.length; ) {
      signal.throwIfAborted()
      await this.own.batch(sequence, async () => {
        const size =
          batches?.hasTurns && !this.needsOneBatch ? Math.min(sharedTokens, context.report.batchTokens) : context.report.batchTokens
        const part = tokens.subarray(from, from + size)
        const began = performance.now()
        // A context for embeddings has outputs for all tokens.
        await sequence.batch(part, from, Uint32Array.from(part.keys()))
        from += part.length
        ms += performance.now() - began
      })
    }
    return { values: internals.context.getEmbedding(tokens.length), ms }
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
