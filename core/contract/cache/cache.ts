/** What llama.cpp allocated for a context, and how full it is. Bytes are bytes; MiB and GiB are binary. */
import { z } from 'zod'
import { kvType } from '../settings/kv-settings'
import { shiftRefusal } from '../settings/overflow'

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
  /** Checkpoints that are kept of one sequence; the oldest go first. 0 or absent: this memory needs none, or they are off. */
  checkpointLimit: count.optional(),
  /**
   * Whether llama.cpp rotates keys, and values, before it quantizes them (a Hadamard matrix spreads outliers over the head).
   * null or absent: it said nothing of it. Source: `attn_rot_k` in the constructor of llama_kv_cache, src/llama-kv-cache.cpp.
   */
  attentionRotation: z.object({ keys: z.boolean(), values: z.boolean() }).nullable().optional(),
  caches: z.array(cacheAllocation),
  /** Why cells cannot be moved to close a gap; null or absent: they can. */
  shiftRefusal: shiftRefusal.nullable().optional(),
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
export const cacheFill = z.object({
  kind: cacheKind,
  usedCells: count,
  totalCells: count,
  usedBytes: count,
  allocatedBytes: count,
  /** Lowest position that has a cell here. 0 for a recurrent state too: every token so far went into it. */
  fromPosition: count,
})
export type CacheFill = z.infer<typeof cacheFill>

/** What the token of a cell was made of: the text of a message, or what the chat template puts around it. */
export const cellContent = z.enum(['system', 'user', 'assistant', 'template'])
export type CellContent = z.infer<typeof cellContent>

/** Token positions [from, to) that hold the same. */
export const cellSpan = z.object({ from: count, to: count, holds: cellContent })
export type CellSpan = z.infer<typeof cellSpan>

/** Tokens by what they are made of. */
export const heldTokens = z.object({ system: count, user: count, assistant: count, template: count })
export type HeldTokens = z.infer<typeof heldTokens>

/** Spans of a sample: enough for some 120 exchanges one by one, and for any map that fits on a screen. */
export const mostSpans = 512

/** The token at a position of a sequence. */
export const heldToken = z.object({
  id: count,
  /** What it spells; a control token by its name. A token that is a part of a character spells `\ufffd`. */
  text: z.string(),
})
export type HeldToken = z.infer<typeof heldToken>

/** A copy of a sequence's window or state. */
export const checkpoint = z.object({
  /** Leading tokens of the sequence that it goes back to. */
  tokens: count,
  bytes: count,
})
export type Checkpoint = z.infer<typeof checkpoint>

/** Positions from `position` on lie in the cells from `cell` on. */
export const cellRun = z.object({ position: count, cell: count, cells: count })
export type CellRun = z.infer<typeof cellRun>

/** Tokens of a conversation that have left its sequence. */
export const cellGap = z.object({
  /** Cells before it: what stands at this position was behind it. */
  at: count,
  tokens: count,
  /** Messages that have begun where it ends, counted without the system prompt. */
  begunMessages: count,
})
export type CellGap = z.infer<typeof cellGap>

/** The caches of one sequence at one moment. */
export const cacheSample = z.object({
  sequence: count,
  /** Whose tokens it holds; null while it is empty. */
  conversationId: z.string().nullable(),
  /** The last turn on it; null: none in this context. */
  turnId: z.string().nullable(),
  /** Tokens in the sequence, the position of the next one. */
  tokens: count,
  /** Positions below this were in the cells already when the last turn began. */
  reusedTokens: count,
  /** What the positions 0 to `tokens` hold, in order, without gap or overlap; at most `mostSpans`. */
  spans: z.array(cellSpan),
  /**
   * 1: `spans` are exact. More: there would be more than `mostSpans`, so each block of so many positions
   * is told by what most of it holds.
   */
  blockTokens: count,
  /** Exact, also where the spans are told by blocks. */
  held: heldTokens,
  /** Which cells of a cache without a window they lie in; null: in too many pieces to be told. */
  runs: z.array(cellRun).nullable(),
  /** In order. */
  gaps: z.array(cellGap),
  /** Leading cells that were copied from one prefill, and the other sequences that hold the same ones still; null: none do. */
  shared: z.object({ tokens: count, sequences: z.array(count) }).nullable(),
  fills: z.array(cacheFill),
  checkpointBytes: count,
  /** In order of their tokens. */
  checkpoints: z.array(checkpoint),
  threads: count,
})
export type CacheSample = z.infer<typeof cacheSample>
