/** What llama.cpp allocated for a context, and how full it is. Bytes are bytes; MiB and GiB are binary. */
import { z } from 'zod'
import { kvType } from './kv-settings'

const count = z.number().nonnegative()

/** `full`: one cell per token of the context; `sliding`: the window; `recurrent`: one state per sequence; `indexer`: keys that pick cells. */
export const cacheKind = z.enum(['full', 'sliding', 'recurrent', 'indexer'])
export type CacheKind = z.infer<typeof cacheKind>

/** One cache of a context, as llama.cpp's log line about it says. */
export const cacheAllocation = z.object({
  kind: cacheKind,
  /** Cells per sequence; for a recurrent cache the number of states. */
  cells: count,
  /** Layers that own cells here. */
  layers: count,
  /** Independent copies, one per sequence (kv_unified is false). */
  streams: count,
  keyBytes: count,
  valueBytes: count,
  /**
   * llama.cpp prints sizes to 0.01 MiB. Where cells, layers and block size leave one size that rounds to
   * the printed one, that is it, to the byte; otherwise the printed one stands here and this is false.
   */
  exact: z.boolean(),
})
export type CacheAllocation = z.infer<typeof cacheAllocation>

/** One cache as it was planned and as it was allocated. null: it was not planned, or is not there. */
export const cacheComparison = z.object({
  kind: cacheKind,
  cells: count,
  predictedBytes: count.nullable(),
  allocatedBytes: count.nullable(),
})
export type CacheComparison = z.infer<typeof cacheComparison>

/** Everything about a created context that its user can see. */
export const contextReport = z.object({
  /** Tokens per sequence that can really be used: llama.cpp's cells, rounded up to 256 where that stays within the trained context. */
  contextTokens: count,
  /** Tokens the model was trained for. */
  trainedTokens: count,
  sequences: count,
  batchTokens: count,
  keyType: kvType,
  valueType: kvType,
  flashAttention: z.boolean(),
  swaFullCache: z.boolean(),
  caches: z.array(cacheAllocation),
  /** All caches together. */
  allocatedBytes: count,
  /** What core/kv computed from the header before loading; null where the header says nothing that core understands. */
  predictedBytes: count.nullable(),
  /** The same by cache; empty where nothing was planned. */
  comparison: z.array(cacheComparison),
  /** Cache and compute buffers together, exact: llama.cpp's memory breakdown of the context. */
  contextBytes: z.object({ ram: count, vram: count }),
  threads: z.object({
    /** Threads in use when the machine is quiet. */
    chosen: count,
    /** Physical cores that are good for arithmetic: never exceeded. */
    cores: count,
    /** What the calibration measured: milliseconds per token for each thread count; empty when the user chose. */
    measured: z.array(z.object({ threads: count, msPerToken: count })),
  }),
})
export type ContextReport = z.infer<typeof contextReport>

/** How full one cache is. */
export const cacheFill = z.object({ kind: cacheKind, usedCells: count, totalCells: count, usedBytes: count, allocatedBytes: count })
export type CacheFill = z.infer<typeof cacheFill>

/** The caches of one sequence at one moment. */
export const cacheSample = z.object({
  sequence: count,
  /** Whose tokens it holds; null while it is empty. */
  conversationId: z.string().nullable(),
  /** Tokens in the sequence, the position of the next one. */
  tokens: count,
  fills: z.array(cacheFill),
  checkpointBytes: count,
  threads: count,
})
export type CacheSample = z.infer<typeof cacheSample>
