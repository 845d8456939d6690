import { countOf, type GgufHeader, numberOf } from '../../core/gguf/header'
import type { LabArchitecture } from '../../core/lab/architectures'
import type { LabShape } from '../../core/lab/shape'

export interface HeaderShape extends LabShape {
  readonly architecture: LabArchitecture
  readonly contextTokens: number
  readonly normEpsilon: number
  readonly ropeDims: number
  readonly ropeBase: number
}

/** These keys change the arithmetic unless their value is neutral. */
const changing = ['rope.scaling.type', 'attention.sliding_window', 'expert_count', 'logit_scale', 'embedding_scale', 'residual_scale']
const isNeutral = (value: unknown): boolean => value === 0 || value === 'none' || value === undefined

export const unsupportedKey = (header: GgufHeader, architecture: LabArchitecture): string | undefined =>
  changing.map((key) => `${architecture}.${key}`).find((key) => !isNeutral(header.metadata.get(key)))

/** Returns undefined if a key is missing or the numbers do not match. */
export function shapeOf(header: GgufHeader, architecture: LabArchitecture): HeaderShape | undefined {
  const count = (key: string) => countOf(header, `${architecture}.${key}`)
  const [layers, width, feedForwardWidth] = [count('block_count'), count('embedding_length'), count('feed_forward_length')]
  const queryHeads = count('attention.head_count')
  const kvHeads = count('attention.head_count_kv') ?? queryHeads
  const vocabulary = header.tensors.find(({ name }) => name === 'token_embd.weight')?.shape[1]
  if (!layers || !width || !feedForwardWidth || !queryHeads || !kvHeads || !vocabulary) return undefined
  const headDim = count('attention.key_length') ?? width / queryHeads
  const valueDim = count('attention.value_length') ?? headDim
  const ropeDims = count('rope.dimension_count') ?? headDim
  const isFitting = queryHeads % kvHeads === 0 && headDim === valueDim && headDim % 2 === 0 && ropeDims % 2 === 0 && ropeDims <= headDim
  if (!isFitting) return undefined
  return {
    architecture,
    layers,
    queryHeads,
    kvHeads,
    headDim,
    width,
    feedForwardWidth,
    vocabulary,
    contextTokens: count('context_length') ?? 2048,
    normEpsilon: numberOf(header, `${architecture}.attention.layer_norm_rms_epsilon`) ?? 1e-5,
    ropeDims,
    ropeBase: numberOf(header, `${architecture}.rope.freq_base`) ?? 10_000,
  }
}
