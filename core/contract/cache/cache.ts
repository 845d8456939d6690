/** What llama.cpp allocated for a context, and how full it is. */
import { z } from 'zod'
import { kvType } from '../settings/kv-settings'
import { shiftRefusal } from '../settings/overflow'

const count = z.number().nonnegative()

/** `full`: one cell per token; `sliding`: the window; `recurrent`: one state per sequence; `indexer`: keys that select cells. */
export const cacheKind = z.enum(['full', 'sliding', 'recurrent', 'indexer'])
export type CacheKind = z.infer<typeof cacheKind>

/** One cache of a context, from llama.cpp's log line. */
export const cacheAllocation = z.object({
  kind: cacheKind,
  /** Cells per sequence; for a recurrent cache the number of states. */
  cells: count,
  layers: count,
  /** Copies, one per sequence (kv_unified is false). */
  streams: count,
  keyBytes: count,
  valueBytes: count,
  /**
   * false: the bytes are rounded, as llama.cpp prints sizes to 0.01 MiB. true: cells, layers and block size allow only one size that rounds
   * to the printed one.
   */
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
  /** Usable tokens per sequence: llama.cpp's cells, rounded up to a multiple of 256 within the trained context. */
  contextTokens: count,
  /** Context length the model was trained for. */
  trainedTokens: count,
  sequences: count,
  batchTokens: count,
  keyType: kvType,
  valueType: kvType,
  flashAttention: z.boolean(),
  swaFullCache: z.boolean(),
  /** Checkpoints kept per sequence, the newest. 0 or absent: not needed, or off. */
  checkpointLimit: count.optional(),
  /**
   * llama.cpp rotates keys or values before quantizing (a Hadamard matrix spreads outliers over the head). null or absent: not reported.
   * Source: `attn_rot_k` in the constructor of llama_kv_cache, src/llama-kv-cache.cpp.
   */
  attentionRotation: z.object({ keys: z.boolean(), values: z.boolean() }).nullable().optional(),
  caches: z.array(cacheAllocation),
  /** Why cells cannot be moved to close a gap; null or absent: they can. */
  shiftRefusal: shiftRefusal.nullable().optional(),
  allocatedBytes: count,
  /** Planned by core/kv from the header; null: not possible. */
  predictedBytes: count.nullable(),
  /** Per cache; empty without a plan. */
  comparison: z.array(cacheComparison),
  /** Caches and compute buffers, exact. Source: llama.cpp's memory breakdown. */
  contextBytes: z.object({ ram: count, vram: count }),
  threads: z.object({
    /** Threads used while the machine is otherwise idle. */
    chosen: count,
    /** Physical cores suited to arithmetic; the limit for threads. */
    cores: count,
    /** ms per token by thread count; empty: the user set the threads. */
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
  /** Lowest position with a cell; 0 for a recurrent state. */
  fromPosition: count,
})
export type CacheFill = z.infer<typeof cacheFill>

/** A message's text, or the chat template around it. */
export const cellContent = z.enum(['system', 'user', 'assistant', 'template'])
export type CellContent = z.infer<typeof cellContent>

/** Positions [from, to) with the same content. */
export const cellSpan = z.object({ from: count, to: count, holds: cellContent })
export type CellSpan = z.infer<typeof cellSpan>

/** Tokens by content. */
export const heldTokens = z.object({ system: count, user: count, assistant: count, template: count })
export type HeldTokens = z.infer<typeof heldTokens>

/** Enough for about 120 exchanges, and for any map that fits on a screen. */
export const mostSpans = 512

export const heldToken = z.object({
  id: count,
  /** Its text, or the name of a control token. `\ufffd`: the token is part of a character. */
  text: z.string(),
})
export type HeldToken = z.infer<typeof heldToken>

/** A copy of a sequence's sliding window or recurrent state. */
export const checkpoint = z.object({
  /** Length of the sequence when it was copied. */
  tokens: count,
  bytes: count,
})
export type Checkpoint = z.infer<typeof checkpoint>

/** Positions from `position` on are in the cells from `cell` on. */
export const cellRun = z.object({ position: count, cell: count, cells: count })
export type CellRun = z.infer<typeof cellRun>

/** Tokens of a conversation that left its sequence. */
export const cellGap = z.object({
  /** Position after the gap: the number of cells before it. */
  at: count,
  tokens: count,
  /** Messages begun before its end, without the system prompt. */
  begunMessages: count,
})
export type CellGap = z.infer<typeof cellGap>

export const cacheSample = z.object({
  sequence: count,
  /** null: the sequence is empty. */
  conversationId: z.string().nullable(),
  /** null: no turn yet in this context. */
  turnId: z.string().nullable(),
  /** Also the position of the next token. */
  tokens: count,
  /** Positions below this were in the cache when the last turn began. */
  reusedTokens: count,
  /** Content of the positions 0 to `tokens`, without gaps or overlap; at most `mostSpans`. */
  spans: z.array(cellSpan),
  /** 1: `spans` are exact. More: each block of this many positions counts as what most of it contains. */
  blockTokens: count,
  /** Exact, even if `blockTokens` is above 1. */
  held: heldTokens,
  /** Cells in a cache without a window; null: too many pieces to list. */
  runs: z.array(cellRun).nullable(),
  /** In order. */
  gaps: z.array(cellGap),
  /** Leading cells from a shared prefill, and the other sequences that still have them; null: none. */
  shared: z.object({ tokens: count, sequences: z.array(count) }).nullable(),
  fills: z.array(cacheFill),
  checkpointBytes: count,
  /** In order of `tokens`. */
  checkpoints: z.array(checkpoint),
  threads: count,
})
export type CacheSample = z.infer<typeof cacheSample>
