import { z } from 'zod'
import { layerKindNames } from '../../kv/layer-kinds'
import { kvTypes } from '../settings/kv-types'
import { modelOrigins } from './model-origins'
import { templateAbilities } from './template-abilities'

const count = z.number().nonnegative()

const cacheCost = z.object({
  runs: z.array(z.object({ kind: z.enum(layerKindNames), layers: count })).readonly(),
  bytesPerThousandTokens: z.record(z.enum(kvTypes), count.nullable()),
})

export const modelFile = z.object({
  /** The same path always has the same id. */
  id: z.string(),
  path: z.string(),
  name: z.string(),
  origin: z.enum(modelOrigins),
  architecture: z.string(),
  sizeBytes: count,
  parts: count.default(1),
  parameters: count,
  /** Type of most weights, such as `q4_K`. */
  weightType: z.string(),
  layers: count,
  trainedTokens: count,
  hasChatTemplate: z.boolean(),
  /** null until the next scan if an older version of Headroom, which stored no costs, read the file. */
  cost: cacheCost.nullable().default(null),
  lastOpenedAt: z.number().nullable(),
  missing: z.boolean(),
})
export type ModelFile = z.infer<typeof modelFile>

export const loadedModel = z.object({
  path: z.string(),
  description: z.string(),
  parameters: count,
  vocabularyTokens: count,
  trainedTokens: count,
  /** Memory-mapped weights count as RAM. */
  weightBytes: z.object({ ram: count, vram: count }),
  gpuLayers: count,
  chatTemplate: z.object({
    source: z.enum(['model', 'user', 'fallback']),
    name: z.string(),
    /** null for a built-in template, which knows neither reasoning nor tools. */
    abilities: templateAbilities.nullable(),
  }),
  loadMs: count,
})
export type LoadedModel = z.infer<typeof loadedModel>

export const engineInfo = z.object({
  engine: z.string(),
  release: z.string(),
  backend: z.enum(['cpu', 'cuda', 'metal', 'vulkan', 'fake', 'remote']),
  devices: z.array(z.string()),
  vram: z.object({ totalBytes: count, freeBytes: count }).nullable(),
  /** Physical cores. */
  cores: count,
  pid: count,
})
export type EngineInfo = z.infer<typeof engineInfo>
