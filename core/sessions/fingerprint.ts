/**
 * What the state of a sequence belongs to: another model, other settings or another llama.cpp would read its bytes as something else.
 *
 * llama.cpp checks layers and row sizes of what it reads, and no more: weights with the same shape, or RoPE with another
 * base, would go on from a cache that was never theirs. Source: `llama_kv_cache::state_read_data`, src/llama-kv-cache.cpp.
 */
import { z } from 'zod'
import type { ContextReport } from '../contract/cache/cache'
import type { EngineInfo } from '../contract/models/models'
import { architectureOf, type GgufHeader, isGgufArray } from '../gguf/header'

export const sessionFingerprint = z.object({
  /** See main/sessions/model-hash.ts. */
  modelHash: z.string(),
  architecture: z.string(),
  /** Every key of RoPE in the header with its value, in order: `freq_base=10000 scaling.type=yarn`. */
  rope: z.string(),
  keyType: z.string(),
  valueType: z.string(),
  contextTokens: z.number(),
  /** A state is written as one of so many: llama.cpp reads it only into a context with as many. */
  sequences: z.number(),
  /** A sliding window keeps its tokens and one batch. */
  batchTokens: z.number(),
  swaFullCache: z.boolean(),
  /** Values lie in memory the other way round without it. */
  flashAttention: z.boolean(),
  /** `llama.cpp v0.4.0, cpu`. */
  engine: z.string(),
})
export type SessionFingerprint = z.infer<typeof sessionFingerprint>

export function fingerprintOf(modelHash: string, header: GgufHeader, context: ContextReport, engine: EngineInfo): SessionFingerprint {
  const { keyType, valueType, contextTokens, sequences, batchTokens, swaFullCache, flashAttention } = context
  return {
    modelHash,
    architecture: architectureOf(header) ?? 'none',
    rope: ropeOf(header),
    keyType,
    valueType,
    contextTokens,
    sequences,
    batchTokens,
    swaFullCache,
    flashAttention,
    engine: `${engine.engine} ${engine.release}, ${engine.backend}`,
  }
}

function ropeOf(header: GgufHeader): string {
  const settings: string[] = []
  for (const [key, value] of header.metadata) {
    const [, name] = /^[^.]+\.rope\.(.+)$/.exec(key) ?? []
    if (name) settings.push(`${name}=${isGgufArray(value) ? (value.values ?? []).join(',') : value}`)
  }
  return settings.sort().join(' ')
}

const names: Readonly<Record<keyof SessionFingerprint, string>> = {
  modelHash: 'the model',
  architecture: 'the architecture',
  rope: 'RoPE',
  keyType: 'the type of keys',
  valueType: 'the type of values',
  contextTokens: 'the length of the context',
  sequences: 'the number of sequences',
  batchTokens: 'the batch',
  swaFullCache: 'the full sliding-window cache',
  flashAttention: 'flash attention',
  engine: 'llama.cpp',
}

/** What differs between two, in words; empty: nothing does. */
export const fingerprintDifferences = (left: SessionFingerprint, right: SessionFingerprint): string[] =>
  (Object.keys(names) as (keyof SessionFingerprint)[]).filter((key) => left[key] !== right[key]).map((key) => names[key])
