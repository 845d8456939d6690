/** Model files, before and after llama.cpp has loaded them. */
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

/** A model on disk whose header was read and found good. */
export const modelFile = z.object({
  /** Stable for a path: the same file has the same id in every session. */
  id: z.string(),
  path: z.string(),
  /** `general.name` where the file has one, else the file name. */
  name: z.string(),
  origin: z.enum(modelOrigins),
  architecture: z.string(),
  /** Bytes of all parts together. */
  sizeBytes: count,
  /** Files that it lies in. */
  parts: count.default(1),
  parameters: count,
  /** The type that most weights have, e.g. `q4_K`. */
  weightType: z.string(),
  layers: count,
  trainedTokens: count,
  hasChatTemplate: z.boolean(),
  /** null: its header was last read by a Headroom that did not work it out. */
  cost: cacheCost.nullable().default(null),
  /** Epoch milliseconds; null: never opened here. */
  lastOpenedAt: z.number().nullable(),
  /** The file is no longer where it was. */
  missing: z.boolean(),
})
export type ModelFile = z.infer<typeof modelFile>

/** What llama.cpp says of a loaded model. */
export const loadedModel = z.object({
  path: z.string(),
  /** llama.cpp's own description, e.g. `llama 1B mostly F16`. */
  description: z.string(),
  parameters: count,
  vocabularyTokens: count,
  trainedTokens: count,
  /** Bytes of the weights by place; weights mapped from the file count as ram. */
  weightBytes: z.object({ ram: count, vram: count }),
  gpuLayers: count,
  chatTemplate: z.object({
    /** `model`: the template in the file; `user`: the user's own; `fallback`: the file has none that works, and this one stands in. */
    source: z.enum(['model', 'user', 'fallback']),
    name: z.string(),
  }),
  loadMs: count,
})
export type LoadedModel = z.infer<typeof loadedModel>

export const engineInfo = z.object({
  engine: z.string(),
  /** llama.cpp's release, e.g. `v0.4.0`. */
  release: z.string(),
  /** The backend that was loaded. */
  backend: z.enum(['cpu', 'cuda', 'metal', 'vulkan', 'fake']),
  devices: z.array(z.string()),
  /** Memory of all devices together when the engine started; null without a device. */
  vram: z.object({ totalBytes: count, freeBytes: count }).nullable(),
  /** Physical cores that are good for arithmetic. */
  cores: count,
  pid: count,
})
export type EngineInfo = z.infer<typeof engineInfo>
