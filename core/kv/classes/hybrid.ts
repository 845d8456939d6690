/** Source: src/llama-memory-hybrid.cpp and -iswa.cpp; filters in `llama_model::create_memory` in src/llama-model.cpp. */
import type { CacheTemplate } from '../shape/cache-shape'
import type { ModelShape } from '../shape/model-shape'
import { isTrunk } from './attention-cache'
import { fullAttention } from './full-attention'
import { recurrent } from './recurrent'
import { slidingWindow } from './sliding-window'

export const hybrid = (shape: ModelShape): CacheTemplate[] => [...fullAttention(shape, attends(shape)), recurrent(shape, isStateful(shape))]

/** For LFM2 models with a sliding window, which all of their attention layers have. */
export const hybridSliding = (shape: ModelShape): CacheTemplate[] => [
  ...slidingWindow(shape, { holds: attends(shape) }),
  recurrent(shape, isStateful(shape)),
]

const trunkOnly = new Set(['qwen3next', 'qwen35', 'qwen35moe', 'qwen4exp', 'minimax-01'])
const isNemotron = ({ architecture }: ModelShape): boolean => architecture === 'nemotron_h' || architecture === 'nemotron_h_moe'

/** In most architectures, prediction layers have a cache. */
export function attends(shape: ModelShape): (layer: number) => boolean {
  const { architecture, isRecurrent, feedForward } = shape
  if (architecture === 'falcon-h1') return () => true
  if (isNemotron(shape)) return (layer) => !isRecurrent[layer] && feedForward[layer] === 0
  if (trunkOnly.has(architecture)) return (layer) => isTrunk(shape)(layer) && !isRecurrent[layer]
  return (layer) => !isRecurrent[layer]
}

function isStateful(shape: ModelShape): (layer: number) => boolean {
  const { isRecurrent, feedForward } = shape
  if (isNemotron(shape)) return (layer) => isRecurrent[layer] === true && feedForward[layer] === 0
  return (layer) => isRecurrent[layer] === true
}
