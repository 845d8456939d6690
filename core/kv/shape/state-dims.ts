/** Source: `llama_hparams::n_embd_r`, `n_embd_s` and `ple_conv_state` in src/llama-hparams.cpp. */
import type { LayerBasics } from './layer-basics'
import { type ModelKeys, Unloadable } from './model-keys'
import { multiplyU32, type StateDims, u32 } from './model-shape'

const none: StateDims = { convolution: 0, recurrence: 0, perLayerEmbedding: 0 }
type Rule = (basics: LayerBasics, keys: ModelKeys) => StateDims
const product = (...factors: readonly number[]): number => factors.reduce(multiplyU32, 1)

/** RWKV. R has the previous token's input to time mix and, by default, to channel mix. S has a square matrix per head. */
const wkv: Rule = ({ embeddingDim }, keys) => {
  const headSize = keys.demandCount('wkv.head_size')
  if (headSize === 0) return none
  return {
    ...none,
    convolution: product(keys.count('token_shift_count') ?? 2, embeddingDim),
    recurrence: product(embeddingDim, headSize),
  }
}

const shortConvolution: Rule = ({ embeddingDim }, keys) => {
  const taps = keys.demandCount('shortconv.l_cache')
  return { ...none, convolution: taps === 0 ? 0 : product(embeddingDim, taps - 1) }
}

/** Kimi. R has the convolutions of Q, K and V. S has a square matrix per head. */
const deltaAttention: Rule = ({ heads }, keys) => {
  const headDim = keys.demandCount('kda.head_dim')
  const taps = keys.demandCount('ssm.conv_kernel')
  if (headDim === 0) return none
  const inner = product(heads[0] ?? 0, headDim)
  return { ...none, convolution: product(3, taps > 0 ? taps - 1 : 3, inner), recurrence: product(headDim, headDim, heads[0] ?? 0) }
}

const linearAttention: Rule = ({ heads, keyDim }) => ({ ...none, recurrence: product(keyDim, keyDim, heads[0] ?? 0) })

/** Mamba 1 has no groups, even if the file has the key. */
const stateSpace =
  ({ groups }: { groups: boolean }): Rule =>
  (_, keys) => {
    const taps = keys.demandCount('ssm.conv_kernel')
    const inner = keys.demandCount('ssm.inner_size')
    const state = keys.demandCount('ssm.state_size')
    const groupCount = groups ? keys.demandCount('ssm.group_count') : 0
    return {
      ...none,
      convolution: product(Math.max(0, taps - 1), u32(inner + product(2, groupCount, state))),
      recurrence: product(state, inner),
    }
  }

const perLayerEmbedding: Rule = (basics, keys) => {
  const dims = stateSpace({ groups: true })(basics, keys)
  if (keys.length('ple.layers') === 0) return dims
  const taps = keys.demandCount('ple.conv_kernel')
  if (taps === 0) throw new Unloadable('ple.conv_kernel is 0')
  return {
    ...dims,
    perLayerEmbedding: product(
      taps - 1,
      keys.demandCount('ple.ngram_size'),
      keys.demandCount('hyper_connection.count'),
      basics.embeddingDim,
    ),
  }
}

const rules: Readonly<Record<string, Rule>> = {
  rwkv6: wkv,
  rwkv6qwen2: wkv,
  rwkv7: wkv,
  arwkv7: wkv,
  lfm2: shortConvolution,
  lfm2moe: shortConvolution,
  'kimi-linear': deltaAttention,
  'kimi-k3': deltaAttention,
  bailingmoe3: deltaAttention,
  'minimax-01': linearAttention,
  mamba: stateSpace({ groups: false }),
  jamba: stateSpace({ groups: false }),
  mamba2: stateSpace({ groups: true }),
  'falcon-h1': stateSpace({ groups: true }),
  plamo2: stateSpace({ groups: true }),
  granitehybrid: stateSpace({ groups: true }),
  nemotron_h: stateSpace({ groups: true }),
  nemotron_h_moe: stateSpace({ groups: true }),
  qwen3next: stateSpace({ groups: true }),
  qwen35: stateSpace({ groups: true }),
  qwen35moe: stateSpace({ groups: true }),
  qwen4exp: perLayerEmbedding,
}

export const stateDims: Rule = (basics, keys) => rules[basics.architecture]?.(basics, keys) ?? none

/** llama.cpp accepts at most one layer with per-layer embeddings (PLE), which must be recurrent. */
export function pleLayers({ architecture, layers }: LayerBasics, keys: ModelKeys, isRecurrent: readonly boolean[]): readonly number[] {
  if (architecture !== 'qwen4exp' || keys.length('ple.layers') === 0) return []
  const listed = keys.demandList('ple.layers')
  const wrong = listed.length !== 1 ? listed.length : listed.find((layer) => layer >= layers || !isRecurrent[layer])
  if (wrong !== undefined) throw new Unloadable(`ple.layers is [${listed.slice(0, 4).join(', ')}], expected one recurrent layer`)
  return listed
}
