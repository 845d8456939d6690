/** Source: `LLM_TENSOR_INFOS` in src/llama-arch.cpp and `llama_model_base::create_tensor` in src/llama-model.cpp. */
import type { GgufHeader, GgufTensor } from '../../gguf/header'

export interface PlannedWeights {
  /** Tensors named `blk.N.*`, including prediction layers. */
  readonly layerBytes: readonly number[]
  /** Token, position, type and per-layer embeddings, which are always in RAM. */
  readonly inputBytes: number
  /** Output matrix, norms and heads. llama.cpp treats them as one more layer. */
  readonly outputBytes: number
  /** A token embedding that is also the output matrix. A GPU with the output gets a copy. */
  readonly sharedOutputBytes: number
  readonly totalBytes: number
  /** All experts. 0 if absent. */
  readonly expertBytes?: number
  /** The part of `layerBytes` that is experts. Absent without experts. */
  readonly layerExpertBytes?: readonly number[]
  /** Relative error of an estimate. Exact if absent. */
  readonly errorShare?: number
}

export function plannedWeightsOf({ tensors }: GgufHeader): PlannedWeights {
  const layerBytes: number[] = []
  const layerExpertBytes: number[] = []
  let [inputBytes, outputBytes, embeddingBytes, expertBytes, totalBytes] = [0, 0, 0, 0, 0]
  let hasOutput = false
  for (const tensor of tensors) {
    const { name, bytes } = tensor
    totalBytes += bytes
    const layer = layerOf(name)
    if (layer !== null) {
      while (layerBytes.length <= layer) {
        layerBytes.push(0)
        layerExpertBytes.push(0)
      }
      layerBytes[layer] = (layerBytes[layer] ?? 0) + bytes
      if (expertMatrices.test(name)) layerExpertBytes[layer] = (layerExpertBytes[layer] ?? 0) + bytes
    } else if (isInput(tensor)) inputBytes += bytes
    else outputBytes += bytes
    if (expertMatrices.test(name)) expertBytes += bytes
    if (name === 'token_embd.weight') embeddingBytes = bytes
    if (name === 'output.weight') hasOutput = true
  }
  return {
    layerBytes,
    inputBytes,
    outputBytes,
    sharedOutputBytes: hasOutput ? 0 : embeddingBytes,
    totalBytes,
    ...(expertBytes > 0 ? { expertBytes, layerExpertBytes } : {}),
  }
}

const expertMatrices = /\.ffn_\w+_(?:ch)?exps\b/

/** LLAMA_MAX_LAYERS. */
const maxLayers = 512

/** Adds T5's `enc.blk.N.*` to layer N of the decoder. */
function layerOf(name: string): number | null {
  const index = /^(?:enc\.|dec\.)?blk\.(\d{1,3})\./.exec(name)?.[1]
  return index !== undefined && Number(index) < maxLayers ? Number(index) : null
}

const inputNames = /^(token_embd|token_embd_norm|position_embd|token_types|per_layer_token_embd|masked_embd_\w+)\b/
const isInput = ({ name }: GgufTensor): boolean => inputNames.test(name)
