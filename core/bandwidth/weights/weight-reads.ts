/**
 * The bytes of the weights that llama.cpp reads for a token. Each is counted once:
 *
 *   matrices and norms of the trunk layers, and the output     whole
 *   experts                                                    used / all of them
 *   lookup tables, such as token embeddings                    one row
 *   prediction layers, encoders                                nothing
 *
 * A token embedding that is also the output matrix is read whole, as the output.
 * Source: `LLM_TENSOR_INFOS` (lookups are GGML_OP_GET_ROWS, experts GGML_OP_MUL_MAT_ID) and `LLM_TENSOR_NAMES` in src/llama-arch.cpp,
 * `build_moe_ffn` in src/llama-graph.cpp, `TENSOR_SKIP` in src/models/, llama.cpp v0.4.0.
 */
import { architectureOf, countOf, type GgufHeader, type GgufTensor, isGgufArray } from '../../gguf/header'
import { attentionFactsOf } from '../../plan/parts/attention-facts'

export interface TypeBytes {
  /** ggml's name: `q4_K`. */
  readonly type: string
  readonly bytes: number
}

/** Summed over the layers with the same `used` and `count`. */
export interface ExpertReads {
  readonly count: number
  readonly used: number
  readonly bytes: number
}

export interface WeightReads {
  /** Per token, largest first. */
  readonly byType: readonly TypeBytes[]
  /** The rest of the file's tensors. */
  readonly unreadBytes: number
  /** Tensors after the last layer, which a prefill reads for the last token only. Part of `byType`. */
  readonly outputBytes: number
  /** Part of `byType`: one row of each table. */
  readonly lookupBytes: number
  readonly experts: readonly ExpertReads[]
  /** 2 per matrix element of all layers, without norms, scans and attention scores. */
  readonly layerFlop: number
  readonly outputFlop: number
  /** Per layer and cell: 2 x heads x (keyDim + valueDim), or 0 if the widths are unknown. */
  readonly attentionFlop: number
}

const lookups =
  /^(token_embd|position_embd|token_types|per_layer_token_embd|d2t|markov_w1|selector_predecessor|selector_successor)\b|\.(ffn_gate_tid2eid|nextn\.embed_tokens|attn_compressor_ape|indexer_compressor_ape|attn_rel_b)\b/
const expertMatrices = /\.ffn_\w+_(?:ch)?exps\b/
const isOutput = (name: string): boolean => !/\bblk\.\d/.test(name) && !/^masked_embd_/.test(name)

/** Returns null for a header without tensors, such as one made from a config.json. */
export function weightReadsOf(header: GgufHeader): WeightReads | null {
  const { tensors } = header
  if (tensors.length === 0) return null
  const hasOutput = tensors.some(({ name }) => name === 'output.weight')
  const usedOf = usedExperts(header)
  const layers = trunkLayers(header)
  const facts = attentionFactsOf(header)
  const byType = new Map<string, number>()
  const experts = new Map<string, ExpertReads>()
  let [total, outputBytes, lookupBytes, layerFlop, outputFlop] = [0, 0, 0, 0, 0]
  const read = ({ type: { name } }: GgufTensor, bytes: number) => byType.set(name, (byType.get(name) ?? 0) + bytes)
  for (const tensor of tensors) {
    const { name, bytes, shape } = tensor
    total += bytes
    const layer = layerOf(name)
    if (name.startsWith('enc.') || (layer !== null && layer >= layers)) continue
    if (name === 'token_embd.weight' && !hasOutput) {
      read(tensor, bytes)
      outputBytes += bytes
      outputFlop += flopOf(tensor)
    } else if (lookups.test(name)) {
      const row = bytes / Math.max(1, elementsOf(shape.slice(1)))
      read(tensor, row)
      lookupBytes += row
    } else if (expertMatrices.test(name)) {
      const count = Math.max(1, shape.at(-1) ?? 1)
      const used = Math.min(count, usedOf(layer ?? 0) || count)
      const key = `${used}/${count}`
      experts.set(key, { count, used, bytes: (experts.get(key)?.bytes ?? 0) + bytes })
      read(tensor, (bytes * used) / count)
      layerFlop += (flopOf(tensor) * used) / count
    } else if (isOutput(name)) {
      read(tensor, bytes)
      outputBytes += bytes
      outputFlop += flopOf(tensor)
    } else if (layer !== null) {
      read(tensor, bytes)
      layerFlop += flopOf(tensor)
    }
  }
  const types = [...byType].map(([type, bytes]) => ({ type, bytes })).sort((a, b) => b.bytes - a.bytes)
  return {
    byType: types,
    unreadBytes: total - types.reduce((sum, { bytes }) => sum + bytes, 0),
    outputBytes,
    lookupBytes,
    experts: [...experts.values()],
    layerFlop,
    outputFlop,
    attentionFlop: facts ? 2 * facts.heads * (facts.keyDim + facts.valueDim) : 0,
  }
}

const elementsOf = (shape: readonly number[]): number => shape.reduce((product, size) => product * size, 1)

/** Ignores vectors, whose cost is negligible, and biases, which have two dimensions in experts. */
const flopOf = ({ name, shape }: GgufTensor): number => (shape.length < 2 || name.endsWith('.bias') ? 0 : 2 * elementsOf(shape))

function layerOf(name: string): number | null {
  const index = /\bblk\.(\d{1,3})\./.exec(name)?.[1]
  return index === undefined ? null : Number(index)
}

/** Prediction layers come last, and llama.cpp does not evaluate them. */
function trunkLayers(header: GgufHeader): number {
  const prefix = architectureOf(header) ?? ''
  const layers = countOf(header, `${prefix}.block_count`) ?? Number.POSITIVE_INFINITY
  return layers - (countOf(header, `${prefix}.nextn_predict_layers`) ?? 0)
}

/** 0 means unknown. */
function usedExperts(header: GgufHeader): (layer: number) => number {
  const key = `${architectureOf(header) ?? ''}.expert_used_count`
  const value = header.metadata.get(key)
  if (isGgufArray(value)) return (layer) => Number(value.values?.[layer] ?? 0)
  const used = countOf(header, key) ?? 0
  return () => used
}
