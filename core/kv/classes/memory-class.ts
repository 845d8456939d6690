/** Source: `llama_model::create_memory` in src/llama-model.cpp; `llm_arch_is_hybrid` in src/llama-arch.cpp. */
import type { CacheTemplate, MemoryClass } from '../shape/cache-shape'
import type { ModelShape } from '../shape/model-shape'
import { recurrentArchitectures } from '../shape/recurrent-layers'
import { blockSparse } from './block-sparse'
import { compressed } from './compressed'
import { fullAttention } from './full-attention'
import { hybrid, hybridSliding } from './hybrid'
import { hybridIndexed } from './hybrid-indexed'
import { indexed, indexedSliding, indexedWithNextLayers } from './indexed'
import { recurrent } from './recurrent'
import { slidingWindow } from './sliding-window'

/** llama.cpp gives T5's encoder and Llama-Embed a cache. */
const withoutCache = new Set(
  `bert jina-bert-v2 jina-bert-v3 nomic-bert nomic-bert-moe neo-bert eurobert wavtokenizer-dec modern-bert gemma-embedding
   dream llada llada-moe rnd1`.split(/\s+/),
)
const hybrids = new Set(
  `jamba falcon-h1 plamo2 granitehybrid lfm2 lfm2moe nemotron_h nemotron_h_moe qwen3next kimi-linear bailingmoe3 kimi-k3 qwen35
   qwen35moe qwen4exp minimax-01`.split(/\s+/),
)

export function memoryClassOf(shape: ModelShape): MemoryClass {
  const { architecture, windowTokens } = shape
  if (withoutCache.has(architecture)) return 'none'
  if (architecture === 'minimax-m3') return 'kv_cache_msa'
  if (architecture === 'glm-dsa' || architecture === 'deepseek32') return 'kv_cache_dsa'
  if (architecture === 'hy_v4' && shape.hasIndexer.includes(true)) return 'kv_cache_dsa'
  if (architecture === 'dots3note') return 'kv_cache_dsa_iswa'
  if (architecture === 'deepseek4') return 'kv_cache_dsv4'
  if (recurrentArchitectures.has(architecture)) return 'memory_recurrent'
  if (!hybrids.has(architecture)) return windowTokens === null ? 'kv_cache' : 'kv_cache_iswa'
  if (windowTokens !== null) return 'memory_hybrid_iswa'
  return architecture === 'qwen4exp' ? 'memory_hybrid_idx' : 'memory_hybrid'
}

type Builder = (shape: ModelShape) => CacheTemplate[]

const builders: Readonly<Record<MemoryClass, Builder>> = {
  none: () => [],
  kv_cache: (shape) => (shape.architecture === 'hy_v4' ? fullAttention(shape, () => true) : fullAttention(shape)),
  kv_cache_iswa: (shape) => (isDeepSeekDraft(shape) ? slidingWindow(shape, { holds: () => true }) : slidingWindow(shape)),
  kv_cache_dsa: (shape) => (shape.architecture === 'hy_v4' ? indexedWithNextLayers(shape) : indexed(shape)),
  kv_cache_dsa_iswa: indexedSliding,
  kv_cache_dsv4: compressed,
  kv_cache_msa: blockSparse,
  memory_recurrent: (shape) => [recurrent(shape)],
  memory_hybrid: hybrid,
  memory_hybrid_iswa: hybridSliding,
  memory_hybrid_idx: hybridIndexed,
}

const isDeepSeekDraft = ({ architecture, isSliding }: ModelShape): boolean => architecture === 'dflash' && !isSliding.includes(false)

export const cachesOf = (shape: ModelShape): CacheTemplate[] =>
  builders[memoryClassOf(shape)](shape).filter(({ layers }) => layers.length > 0)
