import type { Token } from 'node-llama-cpp'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { installedRelease } from '../../../core/kv/shape/release'
import { type Decoder, DirectDecoder } from './decoder'

export interface Step {
  readonly decoder: Decoder
  readonly token: Token
}

export async function decodeStep(steps: readonly Step[], inOneBatch: boolean): Promise<Token[]> {
  if (inOneBatch) return decodeTogether(steps)
  const tokens: Token[] = []
  for (const { decoder, token } of steps) tokens.push(await decoder.next(token))
  return tokens
}

function decodeTogether(steps: readonly Step[]): Promise<Token[]> {
  const decoders = steps.map(({ decoder }) => decoder).filter((decoder) => decoder instanceof DirectDecoder)
  const tokens = steps.map(({ token }) => token)
  if (decoders.length === steps.length) return DirectDecoder.nextOfEach(decoders, tokens)
  // node-llama-cpp batches simultaneous requests.
  return Promise.all(steps.map(({ decoder, token }) => decoder.next(token)))
}

/**
 * A batch of several sequences fails in llama.cpp v0.4.0 with:
 * * Latent attention (MLA) and repacked CPU weights: it aborts (`GGML_ASSERT(ne13 == 1)` in ggml/src/ggml-cpu/repack.cpp).
 * * Recurrent states and AMX: all sequences but the first are wrong (LFM2, ln p off by up to 0.47).
 */
export function canShareBatch(shape: CacheShape | undefined, systemInfo: string): boolean {
  const release = shape?.releases[installedRelease]
  if (release === undefined || 'unloadable' in release || release.isLatent) return false
  const hasStates = release.caches.some(({ kind }) => kind === 'recurrent')
  return !(hasStates && systemInfo.includes('AMX_INT8 = 1'))
}
