/** Bytes computed by hand from each config.json, for one sequence. Windows have pad(window + micro-batch of 512) cells. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { planCache } from '../../kv/plan-cache'
import { subjectFromConfig } from './subject-from-config'

const kib = 2 ** 10
const configs: { readonly name: string; readonly config: unknown }[] = readFileSync(
  new URL('./fixtures/converted.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

function bytesAt(tokens: number, name: string): number {
  const found = configs.find((one) => one.name === name)
  const { shape } = subjectFromConfig(JSON.stringify(found?.config))
  const { refused, totalCacheBytes } = planCache(shape, {
    totalContextTokens: tokens,
    microBatchTokens: 512,
    sequences: 1,
    keyType: 'f16',
    valueType: 'f16',
    swaFullCache: false,
    flashAttention: 'auto',
    llamaCpp: '0.5.0',
  })
  expect(refused).toBeNull()
  return totalCacheBytes
}

/** Bytes of K and V in f16, per layer and token. */
const row = (kvHeads: number, headDim: number): number => 2 * kvHeads * headDim * 2

const at = 8192
const worked: readonly (readonly [name: string, bytes: number])[] = [
  // head_dim = 4,096 / 32 = 128
  ['Llama 2 7B', 32 * at * row(32, 128)],
  // All 32 heads are KV heads.
  ['LLaMA 7B without num_key_value_heads', 32 * at * row(32, 128)],
  ['Llama 3 8B', 32 * at * row(8, 128)],
  ['Llama 3.2 1B', 16 * at * row(8, 64)],
  ['Llama 3.3 70B', 80 * at * row(8, 128)],
  // 36 of 48 layers attend in chunks of 8,192 tokens, as many as the context has.
  ['Llama 4 Scout', 48 * at * row(8, 128)],
  // llama.cpp ignores the window.
  ['Mistral 7B v0.1', 32 * at * row(8, 128)],
  ['Mixtral 8x7B', 32 * at * row(8, 128)],
  // head_dim is not 5,120 / 32.
  ['Mistral Small 3.1 24B', 40 * at * row(8, 128)],
  ['Ministral 3 8B', 34 * at * row(8, 128)],
  ['Qwen 2.5 7B', 28 * at * row(4, 128)],
  ['Qwen 3 8B', 36 * at * row(8, 128)],
  // head_dim is not 2,048 / 32.
  ['Qwen 3 30B A3B', 48 * at * row(4, 128)],
  ['Qwen 3 Next 80B A3B', 12 * at * row(2, 256) + 36 * 4 * (3 * (4096 + 2 * 16 * 128) + 128 * 4096)],
  ['Qwen 3.5 with one prediction layer', 8 * at * row(4, 256) + 24 * 4 * (3 * (4096 + 2 * 16 * 128) + 128 * 4096)],
  ['Qwen 3 VL 8B', 36 * at * row(8, 128)],
  ['Gemma 2B', 18 * at * row(1, 256)],
  ['Gemma 2 9B', (21 * at + 21 * 4608) * row(8, 256)],
  // Layers 5, 11, … 59 have full attention.
  ['Gemma 3 27B', (10 * at + 52 * 1536) * row(16, 128)],
  ['Gemma 3 4B without head counts', (5 * at + 29 * 1536) * row(4, 256)],
  ['Gemma 3n E4B', (4 * at + 16 * 1024) * row(2, 256)],
  ['Gemma 4, dense', 10 * at * row(4, 512) + 50 * 1536 * row(16, 256)],
  ['Gemma 4, shared caches', 3 * at * row(1, 512) + 12 * 1024 * row(1, 256)],
  // 2,560 / 32 = 80
  ['Phi 2', 32 * at * row(32, 80)],
  ['Phi 3 mini 4k', 32 * at * row(32, 96)],
  ['Phi 4', 40 * at * row(10, 128)],
  ['Phi 3.5 MoE', 32 * at * row(8, 128)],
  // MLA caches only K: 512 + 64 elements.
  ['DeepSeek V2 Lite', 27 * at * 576 * 2],
  ['DeepSeek V3', 61 * at * 576 * 2],
  ['DeepSeek V3.2', 61 * at * (576 + 128) * 2],
  // 128 + 512 is rounded up to 768 cells.
  ['gpt-oss 20B', (12 * at + 12 * 768) * row(8, 64)],
  ['Mamba 130M', 24 * 4 * (3 * 1536 + 16 * 1536)],
  ['Falcon Mamba 7B', 64 * 4 * (3 * 8192 + 16 * 8192)],
  ['Mamba Codestral 7B', 64 * 4 * (3 * (8192 + 2048) + 128 * 8192)],
  ['Mamba 2 2.7B, published by its authors', 64 * 4 * (3 * (5120 + 256) + 128 * 5120)],
  // Layers 4, 12, 20 and 28 have attention.
  ['Jamba v0.1', 4 * at * row(8, 128) + 28 * 4 * (3 * 8192 + 16 * 8192)],
  ['Falcon H1 0.5B', 36 * at * row(2, 64) + 36 * 4 * (3 * (1536 + 256) + 128 * 1536)],
  ['Granite 4.0 H Tiny', 4 * at * row(4, 128) + 36 * 4 * (3 * (3072 + 256) + 128 * 3072)],
  // 2,560 / 40 = 64
  ['Granite 4.0 Micro without recurrent state', 40 * at * row(8, 64)],
  ['Bamba 9B', 3 * at * row(8, 128) + 29 * 4 * (3 * (8192 + 256) + 128 * 8192)],
  ['Granite 3.3 8B', 40 * at * row(8, 128)],
  ['LFM2 1.2B', 6 * at * row(8, 64) + 10 * 4 * 2 * 2048],
  ['LFM2 1.2B, attention by index', 6 * at * row(8, 64) + 10 * 4 * 2 * 2048],
  ['Nemotron H 8B', 4 * at * row(8, 128) + 24 * 4 * (3 * (8192 + 2048) + 128 * 8192)],
  ['Minitron 4B', 32 * at * row(8, 128)],
  ['Command R 35B', 40 * at * row(64, 128)],
  ['Command R7B', (8 * at + 24 * 4608) * row(8, 128)],
  ['GLM 4 9B', 40 * at * row(2, 128)],
  ['GLM 4 9B 0414', 40 * at * row(2, 128)],
  ['GLM 4.5 Air', 46 * at * row(8, 128)],
  ['GLM 4.7 Flash', 47 * at * 576 * 2],
  ['GLM 5', 78 * at * (576 + 128) * 2],
  ['MiniMax Text 01', 10 * at * row(8, 128) + 70 * 4 * 64 * 128 * 128],
  ['MiniMax M2', 62 * at * row(8, 128)],
  ['MiniMax M3, small', 6 * at * row(4, 128) + 4 * at * row(1, 128)],
  ['OLMo 2 7B', 32 * at * row(32, 128)],
  ['OLMo 3 7B', (8 * at + 24 * 4608) * row(32, 128)],
  ['StarCoder2 3B', 30 * at * row(2, 128)],
  ['Falcon 40B', 60 * at * row(8, 64)],
  // Time mix and channel mix each keep the previous token's input.
  ['RWKV 6 1.6B', 24 * 4 * (2 * 2048 + 2048 * 64)],
  ['RWKV 7 1.5B', 24 * 4 * (2 * 2048 + 2048 * 64)],
  // Layers 4, 8, ... 24 and 27 have attention.
  ['Kimi Linear 48B A3B', 7 * at * 576 * 2 + 20 * 4 * (9 * 4096 + 128 * 4096)],
]

describe('planCache', () => {
  it.each(worked)('computes the same bytes as a calculation by hand: %s', (name, bytes) => {
    expect(bytesAt(at, name)).toBe(bytes)
  })
  it('gives DeepSeek V4 a window in each layer, one row per 4 or 128 tokens in some layers, and the states that fill those rows', () => {
    // 128 + 512 is rounded up to 768 cells, 8,192 / 128 up to 256.
    const kept = (6 * 768 * 512 + 2 * 2048 * (512 + 128) + 2 * 256 * 512) * 2
    const states = 2 * 4 * (2 * 8 * (1024 + 256) + 2 * 128 * 512)
    expect(bytesAt(at, 'DeepSeek V4, small')).toBe(kept + states)
  })
  it('gives 12 layers of Llama 4 a cell for each of 32,768 tokens, and the other 36 layers 8,192 + 512 = 8,704 cells', () => {
    expect(bytesAt(32_768, 'Llama 4 Scout')).toBe((12 * 32_768 + 36 * 8704) * row(8, 128))
  })
  it('computes 2,196 MiB for 32k tokens of DeepSeek V3, and the same size at every length for Mamba', () => {
    expect(bytesAt(32_768, 'DeepSeek V3')).toBe(2196 * kib * kib)
    expect(bytesAt(1_000_000, 'Mamba 130M')).toBe(bytesAt(256, 'Mamba 130M'))
  })
})
