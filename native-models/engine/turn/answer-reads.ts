import { settingsOfContext } from '../../../core/bandwidth/context-settings'
import { tokenReads } from '../../../core/bandwidth/token-reads'
import type { TokenReads } from '../../../core/contract/chat/turn'
import type { ModelInMemory } from '../llama/load-model'
import type { Turn } from './turn'

/** Returns the bytes per token in the middle of the answer, or undefined if they are unknown or no token was decoded. */
export function answerReads({ loaded, context }: Turn, usedCells: number, outputTokens: number): TokenReads | undefined {
  const { shape, weights } = loaded
  if (!shape || !weights || outputTokens === 0) return undefined
  const tokens = Math.max(1, Math.round(usedCells - outputTokens / 2))
  return { ...tokenReads({ shape, weights }, settingsOfContext(context.report), tokens), location: locationOf(loaded) }
}

/** The input embeddings do not count, because they are always in RAM. */
function locationOf({ description, shape }: ModelInMemory): TokenReads['location'] {
  if (description.weightBytes.vram === 0) return 'ram'
  return description.gpuLayers > (shape?.layers ?? 0) ? 'vram' : 'both'
}
