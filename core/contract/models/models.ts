import { z } from 'zod'
import { layerKindNames } from '../../kv/layer-kinds'
import { kvTypes } from '../settings/kv-types'
import { modelOrigins } from './model-origins'

const count = z.number().nonnegative()

/** See core/plan/cache-cost.ts. */
const cacheCost = z.object({
  runs: z.array(z.object({ kind: z.enum(layerKindNames), layers: count })).readonly(),
  bytesPerThousandTokens: z.record(z.enum(kvTypes), count.nullable()),
})

/** Its header is valid. */
export const modelFile = z.object({
  /** Always the same for a path. */
  id: z.string(),
  path: z.string(),
  /** `general.name`, or the file name. */
  name: z.string(),
  origin: z.enum(modelOrigins),
  architecture: z.string(),
  /** Of all parts. */
  sizeBytes: count,
  parts: count.default(1),
  parameters: count,
  /** Of most weights, for example `q4_K`. */
  weightType: z.string(),
  layers: count,
  trainedTokens: count,
  hasChatTemplate: z.boolean(),
  /** null: read by a version that did not compute it. */
  cost: cacheCost.nullable().default(null),
  /** Epoch milliseconds; null: never. */
  lastOpenedAt: z.number().nullable(),
  /** Not at `path`. */
  missing: z.boolean(),
})
export type ModelFile = z.infer<typeof modelFile>

/** As reported by llama.cpp. */
export const loadedModel = z.object({
  path: z.string(),
  /** For example `llama 1B mostly F16`. */
  description: z.string(),
  parameters: count,
  vocabularyTokens: count,
  trainedTokens: count,
  /** Weights mapped from the file count as ram. */
  weightBytes: z.object({ ram: count, vram: count }),
  gpuLayers: count,
  chatTemplate: z.object({
    /** `model`: in the file; `user`: the user's own; `fallback`: the file has none that works. */
    source: z.enum(['model', 'user', 'fallback']),
    name: z.string(),
  }),
  loadMs: count,
})
export type LoadedModel = z.infer<typeof loadedModel>

export const engineInfo = z.object({
  engine: z.string(),
  /** For example `v0.4.0`. */
  release: z.string(),
  backend: z.enum(['cpu', 'cuda', 'metal', 'vulkan', 'fake']),
  devices: z.array(z.string()),
  /** All devices at the engine's start; null: no device. */
  vram: z.object({ totalBytes: count, freeBytes: count }).nullable(),
  /** Physical cores suited to arithmetic. */
  cores: count,
  pid: count,
})
export type EngineInfo = z.infer<typeof engineInfo>
