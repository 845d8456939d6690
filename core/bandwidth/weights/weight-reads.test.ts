import { describe, expect, it } from 'vitest'
import { ggmlType, rowBytes } from '../../gguf/ggml-types'
import type { GgufTensor } from '../../gguf/header'
import { makeHeader } from '../../gguf/made-header'
import { plannedWeightsOf } from '../../plan/parts/planned-weights'
import { type WeightReads, weightReadsOf } from './weight-reads'

const tensor = (name: string, type: string, ...shape: readonly number[]): GgufTensor => ({
  name,
  type: ggmlType(type),
  shape,
  offsetBytes: 0,
  bytes: rowBytes(ggmlType(type), shape[0] ?? 1) * shape.slice(1).reduce((product, size) => product * size, 1),
})
/** Vocabulary 100, width 64, one matrix per layer. */
const keys = { block_count: 2, embedding_length: 64, 'attention.head_count': 2, 'attention.head_count_kv': 1 }
const embedding = tensor('token_embd.weight', 'f16', 64, 100)
const layers = [tensor('blk.0.attn_q.weight', 'q8_0', 64, 64), tensor('blk.1.ffn_up.weight', 'q8_0', 64, 128)]
const norm = tensor('output_norm.weight', 'f32', 64)
const readsOf = (architecture: string, more: Parameters<typeof makeHeader>[1], tensors: readonly GgufTensor[]): WeightReads => {
  const header = makeHeader(architecture, { ...keys, ...more }, tensors)
  const reads = weightReadsOf(header)
  if (!reads) throw new Error('Expected tensors')
  // Read and unread bytes add up to the planner's total.
  expect(reads.byType.reduce((sum, { bytes }) => sum + bytes, reads.unreadBytes)).toBe(plannedWeightsOf(header).totalBytes)
  return reads
}

describe('the weights that a token reads', () => {
  it('are the matrices and norms by type, and one row of each lookup table', () => {
    const { byType, unreadBytes } = readsOf('llama', {}, [embedding, tensor('output.weight', 'q8_0', 64, 100), norm, ...layers])
    expect(byType).toEqual([
      { type: 'q8_0', bytes: 100 * 68 + 192 * 68 },
      { type: 'f32', bytes: 256 },
      { type: 'f16', bytes: 128 },
    ])
    expect(unreadBytes).toBe(99 * 128)
  })
  it('include the whole token embedding if it is also the output matrix', () => {
    const { byType, unreadBytes, outputBytes, lookupBytes } = readsOf('llama', {}, [embedding, norm, ...layers])
    expect(byType).toEqual([
      { type: 'q8_0', bytes: 192 * 68 },
      { type: 'f16', bytes: 12_800 },
      { type: 'f32', bytes: 256 },
    ])
    expect([unreadBytes, outputBytes, lookupBytes]).toEqual([0, 12_800 + 256, 0])
  })
  it('include the active experts of a mixture (2 of 8) and the whole shared expert', () => {
    const tensors = [
      tensor('blk.0.ffn_up_exps.weight', 'f16', 64, 32, 8),
      tensor('blk.0.ffn_up_shexp.weight', 'f16', 64, 32),
      tensor('blk.0.ffn_gate_inp.weight', 'f32', 64, 8),
    ]
    const { byType, unreadBytes, experts, layerFlop } = readsOf('qwen2moe', { expert_count: 8, expert_used_count: 2 }, tensors)
    // An expert has 4,096 B. Two are used, one is shared.
    expect(byType).toEqual([
      { type: 'f16', bytes: 3 * 4096 },
      { type: 'f32', bytes: 2048 },
    ])
    expect(unreadBytes).toBe(6 * 4096)
    expect(experts).toEqual([{ count: 8, used: 2, bytes: 8 * 4096 }])
    expect(layerFlop).toBe(2 * (3 * 2048 + 512))
  })
  it('do not include layers that predict further tokens, an encoder, or the rows of other tokens in per-layer embeddings', () => {
    const tensors = [...layers, tensor('per_layer_token_embd.weight', 'f32', 64, 100), tensor('enc.blk.0.attn_q.weight', 'f32', 64, 64)]
    const { byType, unreadBytes } = readsOf('llama', { nextn_predict_layers: 1 }, tensors)
    expect(byType).toEqual([
      { type: 'q8_0', bytes: 64 * 68 },
      { type: 'f32', bytes: 256 },
    ])
    expect(unreadBytes).toBe(128 * 68 + 99 * 256 + 64 * 256)
  })
  it('take two FLOP per matrix element and none per norm; attention takes 2 x heads x (keyDim + valueDim) per cell', () => {
    const { layerFlop, outputFlop, attentionFlop } = readsOf('llama', {}, [embedding, norm, ...layers])
    expect(layerFlop).toBe(2 * (64 * 64 + 64 * 128))
    expect(outputFlop).toBe(2 * 6400)
    expect(attentionFlop).toBe(2 * 2 * (32 + 32))
  })
  it('are null for a header without tensors', () => {
    expect(weightReadsOf(makeHeader('llama', keys))).toBeNull()
  })
})
