/**
 * Which KV settings llama.cpp refuses for a model, known before anything is loaded.
 * The settings form, the command line and the engine's caller all ask here.
 *
 * Source: `llama_init_from_model` in src/llama-context.cpp, llama.cpp v0.4.0, in its order.
 */
import type { ErrorFacts } from '../contract/errors'
import type { KvSettings } from '../contract/kv-settings'
import { ggmlType } from '../gguf/ggml-types'
import type { GgufHeader } from '../gguf/header'
import { attentionShape } from './attention-shape'

export type Refusal = ErrorFacts<'settings-refused'>
type Guarded = Pick<KvSettings, 'keyType' | 'valueType' | 'flashAttention'>

/** undefined: nothing known speaks against these settings. */
export function refusalOf(header: GgufHeader, settings: Guarded): Refusal | undefined {
  const shape = attentionShape(header)
  if (!shape) return undefined
  const { keyType, valueType } = settings
  if ((shape.isMla || shape.architecture === 'deepseek4') && keyType !== valueType)
    return {
      reason: 'mla-needs-equal-types',
      detail: `This model stores K and V as one tensor (MLA), so both need the same type; ${keyType} and ${valueType} differ.`,
    }
  // grok has flash attention switched off by llama.cpp itself.
  const flashAttention = shape.architecture === 'grok' ? 'off' : settings.flashAttention
  if (isQuantized(valueType) && flashAttention === 'off')
    return { reason: 'quantized-value-needs-flash-attention', detail: `V as ${valueType} needs flash attention, which is off.` }
  if (flashAttention === 'off') return undefined
  for (const layer of shape.layers) {
    const wrong = undividable('K', keyType, layer.keyDim) ?? undividable('V', valueType, layer.valueDim)
    if (wrong) return wrong
  }
  return undefined
}

const isQuantized = (type: KvSettings['keyType']): boolean => ggmlType(type).blockElements > 1

function undividable(which: 'K' | 'V', type: KvSettings['keyType'], headDim: number): Refusal | undefined {
  const block = ggmlType(type).blockElements
  if (block === 1 || headDim % block === 0) return undefined
  return {
    reason: 'head-not-divisible-by-block',
    detail: `${which} as ${type} packs blocks of ${block} elements, and this model's heads have ${headDim}, which is no multiple of ${block}.`,
  }
}
