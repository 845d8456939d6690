import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { planCache } from '../../../core/kv/plan-cache'
import { readModelHeader } from '../../../main/library/header/read-model-header'

export interface PlannedBytes {
  readonly cacheBytes: number
  /** llama.cpp keeps a second copy of tied embeddings as the output matrix, next to the layers. */
  readonly weightBytes: number
}

/** For llama-server's `-c contextTokens -np slots`. */
export async function plannedBytes(modelPath: string, contextTokens: number, slots: number): Promise<PlannedBytes> {
  const { header, weightBytes } = await readModelHeader(modelPath)
  const { totalCacheBytes } = planCache(cacheShapeOf(header), {
    totalContextTokens: contextTokens,
    sequences: slots,
    keyType: 'f16',
    valueType: 'f16',
    swaFullCache: false,
    flashAttention: 'auto',
    microBatchTokens: 512,
  })
  const isTied = header.tensors.every(({ name }) => name !== 'output.weight')
  const embedding = header.tensors.find(({ name }) => name === 'token_embd.weight')
  return { cacheBytes: totalCacheBytes, weightBytes: weightBytes + (isTied ? (embedding?.bytes ?? 0) : 0) }
}
