import { z } from 'zod'
import { kvType } from '../settings/kv-settings'
import { shiftRefusal } from '../settings/overflow'
import { cellContents } from './cell-contents'

const count = z.number().nonnegative()

export const cacheKind = z.enum(['full', 'sliding', 'recurrent', 'indexer'])
export type CacheKind = z.infer<typeof cacheKind>

export const cacheAllocation = z.object({
  kind: cacheKind,
  /** Cells per sequence, or the number of recurrent states. */
  cells: count,
  layers: count,
  streams: count,
  keyBytes: count,
  valueBytes: count,
  /** False if several sizes match llama.cpp's log, which rounds to 0.01 MiB. */
  exact: z.boolean(),
})
export type CacheAllocation = z.infer<typeof cacheAllocation>

export const cacheComparison = z.object({
  kind: cacheKind,
  cells: count,
  predictedBytes: count.nullable(),
  allocatedBytes: count.nullable(),
})
export type CacheComparison = z.infer<typeof cacheComparison>

export const contextReport = z.object({
  /** Per sequence. Rounded up to a multiple of 256 if the result is below the trained context. */
  contextTokens: count,
  trainedTokens: count,
  sequences: count,
  /** False if this version of llama.cpp cannot decode several sequences of the model in one batch. Absent in reports of older versions. */
  sharesBatches: z.boolean().optional(),
  batchTokens: count,
  keyType: kvType,
  valueType: kvType,
  flashAttention: z.boolean(),
  swaFullCache: z.boolean(),
  checkpointLimit: count.optional(),
  /** True if llama.cpp applies a Hadamard rotation before quantizing. Source: `attn_rot_k` in src/llama-kv-cache.cpp. */
  attentionRotation: z.object({ keys: z.boolean(), values: z.boolean() }).nullable().optional(),
  caches: z.array(cacheAllocation),
  shiftRefusal: shiftRefusal.nullable().optional(),
  allocatedBytes: count,
  predictedBytes: count.nullable(),
  comparison: z.array(cacheComparison),
  /** Source: llama.cpp's memory breakdown. */
  contextBytes: z.object({ ram: count, vram: count }),
  threads: z.object({
    /** On an otherwise idle machine. */
    chosen: count,
    cores: count,
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
  fromPosition: count,
})
export type CacheFill = z.infer<typeof cacheFill>

export const cellContent = z.enum(cellContents)

export const cellSpan = z.object({
  from: count,
  to: count,
  holds: cellContent,
  /** Numbered from 1, without the system prompt. Absent for the system prompt, the tools and the template's text. */
  message: count.optional(),
})
export type CellSpan = z.infer<typeof cellSpan>

export const heldTokens = z.record(cellContent, count)
export type HeldTokens = z.infer<typeof heldTokens>

export const mostSpans = 512

export const heldToken = z.object({
  id: count,
  /** `\ufffd` if the token contains only part of a character. */
  text: z.string(),
})
export type HeldToken = z.infer<typeof heldToken>

export const checkpoint = z.object({
  tokens: count,
  bytes: count,
})
export type Checkpoint = z.infer<typeof checkpoint>

export const cellRun = z.object({ position: count, cell: count, cells: count })
export type CellRun = z.infer<typeof cellRun>

export const cellGap = z.object({
  at: count,
  tokens: count,
})
export type CellGap = z.infer<typeof cellGap>

export const cacheSample = z.object({
  sequence: count,
  conversationId: z.string().nullable(),
  turnId: z.string().nullable(),
  tokens: count,
  reusedTokens: count,
  spans: z.array(cellSpan),
  /** Tokens per block of `spans`. A block has the content of most of its tokens. */
  blockTokens: count,
  held: heldTokens,
  runs: z.array(cellRun).nullable(),
  gaps: z.array(cellGap),
  /** Leading cells from a shared prefill, and the other sequences that still have them. */
  shared: z.object({ tokens: count, sequences: z.array(count) }).nullable(),
  fills: z.array(cacheFill),
  checkpointBytes: count,
  checkpoints: z.array(checkpoint),
  threads: count,
})
export type CacheSample = z.infer<typeof cacheSample>
