/**
 * llama.cpp checks only the layers and row sizes of a saved sequence, and would accept other weights or another RoPE base. Source:
 * `llama_kv_cache::state_read_data`, src/llama-kv-cache.cpp.
 */
import { z } from 'zod'
import type { ContextReport } from '../contract/cache/cache'
import { type FingerprintKey, fingerprintKeys } from '../contract/errors/session-reasons'
import type { EngineInfo } from '../contract/models/models'
import { architectureOf, type GgufHeader, isGgufArray } from '../gguf/header'

export const sessionFingerprint = z.object({
  /** From main/sessions/model-hash.ts. */
  modelHash: z.string(),
  architecture: z.string(),
  /** All RoPE keys, sorted, such as `freq_base=10000 scaling.type=yarn`. */
  rope: z.string(),
  keyType: z.string(),
  valueType: z.string(),
  contextTokens: z.number(),
  /** llama.cpp restores a sequence only into a context with the same number of sequences. */
  sequences: z.number(),
  /** Determines how many cells a sliding window has. */
  batchTokens: z.number(),
  swaFullCache: z.boolean(),
  /** Without flash attention, values are stored transposed. */
  flashAttention: z.boolean(),
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

export const fingerprintDifferences = (left: SessionFingerprint, right: SessionFingerprint): FingerprintKey[] =>
  fingerprintKeys.filter((key) => left[key] !== right[key])
