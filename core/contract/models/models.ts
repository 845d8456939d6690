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
  /** Of most weights, e.g. `q4_K`. */
  weightType: z.string(),
  layers: count,
  trainedTokens: count,
  hasChatTemplate: z.boolean(),
  /** null: read by an older version. */
  cost: cacheCost.nullable().default(null),
  /** null: never. */
  lastOpenedAt: z.number().nullable(),
  missing: z.boolean(),
})
export type ModelFile = z.infer<typeof modelFile>

/** As reported by llama.cpp. */
export const loadedModel = z.object({
  path: z.string(),
  /** `llama 1B mostly F16` */
  description: z.string(),
  parameters: count,
  vocabularyTokens: count,
  trainedTokens: count,
  /** Mapped weights count as ram. */
  weightBytes: z.object({ ram: count, vram: count }),
  gpuLayers: count,
  chatTemplate: z.object({
    /** `fallback`: the file has none that works. */
    source: z.enum(['model', 'user', 'fallback']),
    name: z.string(),
  }),
  loadMs: count,
})
export type LoadedModel = z.infer<typeof loadedModel>

export const engineInfo = z.object({
  engine: z.string(),
  /** `v0.4.0` */
  release: z.string(),
  backend: z.enum(['cpu', 'cuda', 'metal', 'vulkan', 'fake']),
  devices: z.array(z.string()),
  /** At the engine's start; null: no device. */
  vram: z.object({ totalBytes: count, freeBytes: count }).nullable(),
  /** Physical. */
  cores: count,
  pid: count,
})
export type EngineInfo = z.infer<typeof engineInfo>
