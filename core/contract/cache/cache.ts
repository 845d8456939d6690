import { z } from 'zod'
import { kvType } from '../settings/kv-settings'
import { shiftRefusal } from '../settings/overflow'

const count = z.number().nonnegative()

/** `full`: one cell per token; `indexer`: keys that select cells. */
export const cacheKind = z.enum(['full', 'sliding', 'recurrent', 'indexer'])
export type CacheKind = z.infer<typeof cacheKind>

/** From llama.cpp's log line. */
export const cacheAllocation = z.object({
  kind: cacheKind,
  /** Per sequence; of a recurrent cache the number of states. */
  cells: count,
  layers: count,
  streams: count,
  keyBytes: count,
  valueBytes: count,
  /** false: rounded to 0.01 MiB by llama.cpp. true: only one size fits cells, layers and block size. */
  exact: z.boolean(),
})
export type CacheAllocation = z.infer<typeof cacheAllocation>

/** null: not planned, or not allocated. */
export const cacheComparison = z.object({
  kind: cacheKind,
  cells: count,
  predictedBytes: count.nullable(),
  allocatedBytes: count.nullable(),
})
export type CacheComparison = z.infer<typeof cacheComparison>

export const contextReport = z.object({
  /** Per sequence: cells, rounded up to a multiple of 256 within the trained context. */
  contextTokens: count,
  trainedTokens: count,
  sequences: count,
  batchTokens: count,
  keyType: kvType,
  valueType: kvType,
  flashAttention: z.boolean(),
  swaFullCache: z.boolean(),
  /** Per sequence. 0 or absent: not needed, or off. */
  checkpointLimit: count.optional(),
  /**
   * Before quantizing (a Hadamard matrix spreads outliers over the head). null or absent: not reported. Source: `attn_rot_k` in the
   * constructor of llama_kv_cache, src/llama-kv-cache.cpp.
   */
  attentionRotation: z.object({ keys: z.boolean(), values: z.boolean() }).nullable().optional(),
  caches: z.array(cacheAllocation),
  /** Why cells cannot be moved to close a gap; null or absent: they can. */
  shiftRefusal: shiftRefusal.nullable().optional(),
  allocatedBytes: count,
  /** By core/kv; null: not possible. */
  predictedBytes: count.nullable(),
  comparison: z.array(cacheComparison),
  /** Source: llama.cpp's memory breakdown. */
  contextBytes: z.object({ ram: count, vram: count }),
  threads: z.object({
    /** While the machine is otherwise idle. */
    chosen: count,
    /** Physical cores suited to arithmetic. */
    cores: count,
    /** Empty: the user set the threads. */
    measured: z.array(z.object({ threads: count, msPerToken: count })),
  }),
})
export type ContextReport = z.infer<typeof contextReport>

export const cacheFill = z.object({
  kind: cacheKind,
  usedCells: count,
  totalCells: count,
  usedBytes: count,
  allocatedBytes: count,
  /** 0 for a recurrent state. */
  fromPosition: count,
})
export type CacheFill = z.infer<typeof cacheFill>

/** `template`: around messages. */
export const cellContent = z.enum(['system', 'user', 'assistant', 'template'])
export type CellContent = z.infer<typeof cellContent>

/** [from, to) */
export const cellSpan = z.object({ from: count, to: count, holds: cellContent })
export type CellSpan = z.infer<typeof cellSpan>

export const heldTokens = z.object({ system: count, user: count, assistant: count, template: count })
export type HeldTokens = z.infer<typeof heldTokens>

export const mostSpans = 512

export const heldToken = z.object({
  id: count,
  /** `\ufffd`: part of a character. */
  text: z.string(),
})
export type HeldToken = z.infer<typeof heldToken>

/** Of a sliding window or recurrent state. */
export const checkpoint = z.object({
  tokens: count,
  bytes: count,
})
export type Checkpoint = z.infer<typeof checkpoint>

/** Positions from `position` on are in the cells from `cell` on. */
export const cellRun = z.object({ position: count, cell: count, cells: count })
export type CellRun = z.infer<typeof cellRun>

export const cellGap = z.object({
  /** The number of cells before it. */
  at: count,
  tokens: count,
  /** Messages begun before its end, without the system prompt. */
  begunMessages: count,
})
export type CellGap = z.infer<typeof cellGap>

export const cacheSample = z.object({
  sequence: count,
  conversationId: z.string().nullable(),
  turnId: z.string().nullable(),
  tokens: count,
  /** In the cache when the last turn began. */
  reusedTokens: count,
  /** From 0 to `tokens`, without gaps or overlap; at most `mostSpans`. */
  spans: z.array(cellSpan),
  /** Above 1, a block counts as what most of it contains. */
  blockTokens: count,
  /** Exact even if `blockTokens` is above 1. */
  held: heldTokens,
  /** Of a cache without a window; null: too many pieces to list. */
  runs: z.array(cellRun).nullable(),
  gaps: z.array(cellGap),
  /** Leading cells from a shared prefill; `sequences` still have them. null: none. */
  shared: z.object({ tokens: count, sequences: z.array(count) }).nullable(),
  fills: z.array(cacheFill),
  checkpointBytes: count,
  /** In order of `tokens`. */
  checkpoints: z.array(checkpoint),
  threads: count,
})
export type CacheSample = z.infer<typeof cacheSample>
