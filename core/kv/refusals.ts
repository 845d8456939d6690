/** Source: `llama_init_from_model` and `llama_context::llama_context` in src/llama-context.cpp, in their order. */
import type { SettingsRefusal } from '../contract/errors/settings-reasons'
import { type KvType, maxSequences } from '../contract/settings/kv-types'
import { ggmlType } from '../gguf/ggml-types'
import type { Refusal } from './cache-plan'
import type { CacheSettings } from './cache-settings'
import { mostContextTokens } from './context-params'
import type { EffectiveSizes } from './effective-sizes'
import type { CacheShape, Hazard, ReleaseShape } from './shape/cache-shape'

type Settings = Pick<CacheSettings, 'keyType' | 'valueType' | 'flashAttention'>

/** llama.cpp turns flash attention off for Grok before any check. */
export const flashAttentionInUse = ({ architecture }: CacheShape, { flashAttention }: Settings): Settings['flashAttention'] =>
  architecture === 'grok' ? 'off' : flashAttention

export function refusalOf(
  { architecture, trainedTokens }: CacheShape,
  shape: ReleaseShape | { readonly unloadable: string },
  settings: Settings,
  sizes: EffectiveSizes,
): Refusal | null {
  if ('unloadable' in shape) return refuse({ kind: 'cannot-be-loaded', quoted: shape.unloadable }, shape.unloadable)
  if (sizes.contextTokens === 0 && trainedTokens === 0)
    return refuse({ kind: 'no-context', mostTokens: null }, 'n_ctx and model->hparams.n_ctx_train cannot both be zero')
  return (
    refusedTypes(shape, settings) ??
    refusedSizes(shape, architecture, sizes) ??
    tooFewOutputs(sizes) ??
    shape.hazards.map((hazard) => fatal(hazard, settings, sizes)).find((refusal) => refusal !== null) ??
    null
  )
}

const refuse = (reason: SettingsRefusal, line: string | null): Refusal => ({
  reason,
  logLine: line && `llama_init_from_model: ${line}`,
})

function refusedTypes(shape: ReleaseShape, { keyType, valueType, flashAttention }: Settings): Refusal | null {
  if (shape.needsEqualTypes && keyType !== valueType)
    return refuse(
      { kind: 'mla-needs-equal-types', keyType, valueType },
      `model does not support different K (${keyType}) and V (${valueType}) cache types`,
    )
  if (isQuantized(valueType) && flashAttention === 'off')
    return refuse({ kind: 'quantized-value-needs-flash-attention', valueType }, 'quantized V cache requires flash_attn to be enabled')
  if (flashAttention === 'off') return null
  return undividable('K', keyType, shape.keyHeadDims) ?? undividable('V', valueType, shape.valueHeadDims)
}

const isQuantized = (type: KvType): boolean => ggmlType(type).blockElements > 1

function undividable(of: 'K' | 'V', type: KvType, headDims: readonly number[]): Refusal | null {
  const block = ggmlType(type).blockElements
  const dim = headDims.find((candidate) => candidate % block !== 0)
  if (dim === undefined) return null
  return refuse(
    { kind: 'head-not-divisible-by-block', of, type, blockElements: block, headElements: dim },
    `${of} cache type ${type} with block size ${block} does not divide n_embd_head_${of.toLowerCase()}=${dim}`,
  )
}

function refusedSizes(shape: ReleaseShape, architecture: string, { sequences, contextTokens }: EffectiveSizes): Refusal | null {
  const failed = (reason: SettingsRefusal, line: string) => refuse(reason, `failed to initialize the context: ${line}`)
  if (sequences > maxSequences)
    return failed({ kind: 'too-many-sequences', sequences, mostSequences: maxSequences }, `n_seq_max must be <= ${maxSequences}`)
  if (shape.needsTargetContext)
    return failed(
      { kind: 'needs-target-model' },
      architecture === 'gemma4-assistant'
        ? 'Gemma4Assistant requires ctx_other to be set (this warning is normal during memory fitting)'
        : `${architecture} requires ctx_other to be set (this warning is normal during memory fitting)`,
    )
  if (contextTokens > mostContextTokens) return failed({ kind: 'no-context', mostTokens: mostContextTokens }, 'n_ctx_seq == 0')
  return null
}

/** Source: `output_reserve` asserts at least one output per sequence. */
function tooFewOutputs({ sequences, batchTokens }: EffectiveSizes): Refusal | null {
  if (sequences <= batchTokens) return null
  return refuse({ kind: 'kills-the-process', cause: { kind: 'batch-shorter-than-sequences', batchTokens, sequences } }, null)
}

function fatal({ when, cause }: Hazard, { keyType, flashAttention }: Settings, sizes: EffectiveSizes): Refusal | null {
  const { sequences, microBatchTokens, contextTokens, unified } = sizes
  const happens: Record<Hazard['when'], boolean> = {
    always: true,
    'more-than-one-stream': sequences > 1 && !unified,
    'flash-attention-per-stream': flashAttention !== 'off' && (sequences === 1 || !unified),
    'flash-attention-on-a-batch': flashAttention !== 'off' && (sequences > 1 || microBatchTokens > 1),
    'sequences-do-not-divide-micro-batch': !unified && Math.min(contextTokens, microBatchTokens) % sequences !== 0,
    'key-is-quantized': isQuantized(keyType),
  }
  return happens[when] ? refuse({ kind: 'kills-the-process', cause }, null) : null
}
