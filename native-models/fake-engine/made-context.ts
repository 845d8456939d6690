import type { ContextReport } from '../../core/contract/cache/cache'
import { ggmlType, rowBytes } from '../../core/gguf/ggml-types'
import { contextTokensInUse, padCells } from '../../core/kv/context-params'
import type { ContextRequest } from '../process/backend'

const layers = 6
const kvWidth = 128
export const fakeTokenBytes = layers * 2 * 2 * kvWidth

export function madeContext(
  { settings, contextTokens: askedTokens, predictedBytes }: ContextRequest,
  trainedTokens: number,
  surplusBytes: number,
): ContextReport {
  const { sequences, batchTokens, keyType, valueType, swaFullCache } = settings
  const contextTokens = contextTokensInUse(askedTokens, trainedTokens)
  const cells = padCells(contextTokens)
  const bytes = (type: string) => layers * cells * sequences * rowBytes(ggmlType(type), kvWidth)
  const keyBytes = bytes(keyType) + surplusBytes
  const valueBytes = bytes(valueType)
  const allocatedBytes = keyBytes + valueBytes
  return {
    contextTokens,
    trainedTokens,
    sequences,
    batchTokens,
    keyType,
    valueType,
    flashAttention: settings.flashAttention !== 'off',
    swaFullCache,
    checkpointLimit: 0,
    caches: [{ kind: 'full', cells, layers, streams: sequences, keyBytes, valueBytes, exact: true }],
    allocatedBytes,
    predictedBytes,
    comparison: [{ kind: 'full', cells, predictedBytes, allocatedBytes }],
    contextBytes: { ram: allocatedBytes, vram: 0 },
    threads: { chosen: 1, cores: 2, measured: [] },
  }
}
