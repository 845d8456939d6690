/** A tiny model with Qwen3's shape and random f32 weights. */
import { readFileSync, writeFileSync } from 'node:fs'
import { memorySource } from '../../core/gguf/byte-window'
import { readGgufHeader } from '../../core/gguf/read-header'
import { type MetadataEntry, writeGgufHeader } from '../../core/gguf/testing/write-gguf'
import { seededRandom } from '../../core/stats/seeded-random'
import { vocabularyTexts } from '../tokenizer/read-vocabulary'
import { entryOf } from './f32-copy'

export const tinyQwen3 = { layers: 3, queryHeads: 4, kvHeads: 2, headDim: 32, width: 64, feedForwardWidth: 96 }

/** Copies the tokenizer of the model at `vocabularyPath`. */
export async function writeTinyQwen3(vocabularyPath: string, path: string): Promise<void> {
  const reading = await readGgufHeader(memorySource(readFileSync(vocabularyPath)), { keptTexts: vocabularyTexts })
  if (!reading.ok) throw new Error(`Expected a model at ${vocabularyPath}, got ${reading.code}`)
  const tokenizer = [...reading.header.metadata]
    .filter(([key]) => key.startsWith('tokenizer.ggml.'))
    .map(([key, value]) => entryOf(key, value))
  const vocabulary = reading.header.tensors.find(({ name }) => name === 'token_embd.weight')?.shape[1] ?? 0
  const { layers, queryHeads, kvHeads, headDim, width, feedForwardWidth } = tinyQwen3
  const metadata: MetadataEntry[] = [
    ['general.architecture', 'str', 'qwen3'],
    ['general.name', 'str', 'Tiny Qwen3'],
    ['qwen3.block_count', 'u32', layers],
    ['qwen3.context_length', 'u32', 1024],
    ['qwen3.embedding_length', 'u32', width],
    ['qwen3.feed_forward_length', 'u32', feedForwardWidth],
    ['qwen3.attention.head_count', 'u32', queryHeads],
    ['qwen3.attention.head_count_kv', 'u32', kvHeads],
    ['qwen3.attention.key_length', 'u32', headDim],
    ['qwen3.attention.value_length', 'u32', headDim],
    ['qwen3.attention.layer_norm_rms_epsilon', 'f32', 1e-6],
    ['qwen3.rope.freq_base', 'f32', 1_000_000],
    ...tokenizer,
  ]
  const ofLayer = (layer: number) =>
    [
      ['attn_norm', [width]],
      ['attn_q', [width, queryHeads * headDim]],
      ['attn_k', [width, kvHeads * headDim]],
      ['attn_v', [width, kvHeads * headDim]],
      ['attn_q_norm', [headDim]],
      ['attn_k_norm', [headDim]],
      ['attn_output', [queryHeads * headDim, width]],
      ['ffn_norm', [width]],
      ['ffn_gate', [width, feedForwardWidth]],
      ['ffn_up', [width, feedForwardWidth]],
      ['ffn_down', [feedForwardWidth, width]],
    ].map(([part, shape]) => ({ name: `blk.${layer}.${part}.weight`, type: 'f32', shape: shape as number[] }))
  const tensors = [
    { name: 'token_embd.weight', type: 'f32', shape: [width, vocabulary] },
    ...Array.from({ length: layers }, (_, layer) => ofLayer(layer)).flat(),
    { name: 'output_norm.weight', type: 'f32', shape: [width] },
    { name: 'output.weight', type: 'f32', shape: [width, vocabulary] },
  ]
  const { bytes, tensorRanges, fileBytes } = writeGgufHeader({ metadata, tensors })
  const file = new Uint8Array(fileBytes)
  file.set(bytes)
  const random = seededRandom(3)
  tensors.forEach(({ shape }, index) => {
    const range = tensorRanges[index] as { offset: number; bytes: number }
    const [columns = 1, rows] = shape
    // Gains are around 1. Matrix rows have a length of about 1, so that some tokens are much likelier than others.
    const value = rows === undefined ? () => 0.5 + random() : () => (2 * random() - 1) * Math.sqrt(3 / columns)
    file.set(new Uint8Array(Float32Array.from({ length: range.bytes / 4 }, value).buffer), range.offset)
  })
  writeFileSync(path, file)
}
