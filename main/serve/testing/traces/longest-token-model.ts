/**
 * A model with Pocket's vocabulary and chat template, and one small layer, so that long prompts take little time. Its likeliest token is
 * always the longest one, so a grammar that admits one text gives the same tokens on every machine.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { memorySource } from '../../../../core/gguf/byte-window'
import { type GgufHeader, type GgufValue, isGgufArray, textOf } from '../../../../core/gguf/header'
import { readGgufHeader } from '../../../../core/gguf/read-header'
import { type MetadataEntry, writeGgufHeader } from '../../../../core/gguf/testing/write-gguf'

const width = 32
const contextTokens = 131_072
const control = 3
/** As in Qwen's files. A grammar cannot use control tokens. */
const userDefined = 4

export async function writeLongestTokenModel(path: string, pocketPath: string): Promise<void> {
  const keptTexts = ['tokenizer.ggml.tokens', 'tokenizer.ggml.merges']
  const reading = await readGgufHeader(memorySource(readFileSync(pocketPath)), { keptTexts })
  if (!reading.ok) throw new Error(`Expected a model: ${reading.code}`)
  const tokens = listOf(reading.header, 'tokenizer.ggml.tokens').map(String)
  const weights = weightsOf(tokens)
  const tensors = Object.entries(weights).map(([name, { shape }]) => ({ name, type: 'f32', shape }))
  const written = writeGgufHeader({ metadata: metadataOf(reading.header, tokens), tensors })
  const file = Buffer.alloc(written.fileBytes)
  file.set(written.bytes)
  for (const [at, { values }] of Object.values(weights).entries())
    file.set(new Uint8Array(values.buffer), written.tensorRanges[at]?.offset ?? 0)
  writeFileSync(path, file)
}

interface Weights {
  /** Row length first. */
  readonly shape: readonly number[]
  readonly values: Float32Array
}

/** The layer adds nothing, so the first element of the hidden state is always the same, and the others are 0. */
function weightsOf(tokens: readonly string[]): Readonly<Record<string, Weights>> {
  const filled = (shape: readonly number[], value: (index: number) => number): Weights => ({
    shape,
    values: Float32Array.from({ length: shape.reduce((product, size) => product * size, 1) }, (_, index) => value(index)),
  })
  const firstOfRow = (of: (row: number) => number) => (index: number) => (index % width === 0 ? of(index / width) : 0)
  const square = (value: number) =>
    filled(
      [width, width],
      firstOfRow(() => value),
    )
  const norm = filled([width], () => 1)
  return {
    'token_embd.weight': filled(
      [width, tokens.length],
      firstOfRow(() => 1),
    ),
    'output_norm.weight': norm,
    'output.weight': filled(
      [width, tokens.length],
      firstOfRow((token) => tokens[token]?.length ?? 0),
    ),
    'blk.0.attn_norm.weight': norm,
    'blk.0.attn_q.weight': square(1),
    'blk.0.attn_k.weight': square(1),
    'blk.0.attn_v.weight': square(1),
    'blk.0.attn_output.weight': square(0),
    'blk.0.ffn_norm.weight': norm,
    'blk.0.ffn_gate.weight': square(1),
    'blk.0.ffn_up.weight': square(1),
    'blk.0.ffn_down.weight': square(0),
  }
}

function metadataOf(header: GgufHeader, tokens: readonly string[]): MetadataEntry[] {
  const text = (key: string): MetadataEntry => [key, 'str', textOf(header, key) ?? '']
  const id = (key: string): MetadataEntry => [key, 'u32', Number(header.metadata.get(key))]
  const types = listOf(header, 'tokenizer.ggml.token_type').map(Number)
  return [
    ['general.architecture', 'str', 'llama'],
    ['general.name', 'str', 'Longest token'],
    ['llama.vocab_size', 'u32', tokens.length],
    ['llama.block_count', 'u32', 1],
    ['llama.context_length', 'u32', contextTokens],
    ['llama.embedding_length', 'u32', width],
    ['llama.feed_forward_length', 'u32', width],
    ['llama.attention.head_count', 'u32', 1],
    ['llama.attention.head_count_kv', 'u32', 1],
    ['llama.attention.layer_norm_rms_epsilon', 'f32', 1e-5],
    ['llama.rope.dimension_count', 'u32', width],
    text('tokenizer.ggml.model'),
    text('tokenizer.ggml.pre'),
    ['tokenizer.ggml.tokens', 'arr', 'str', tokens],
    [
      'tokenizer.ggml.token_type',
      'arr',
      'i32',
      types.map((type, token) => (isMarkup(tokens[token]) && type === control ? userDefined : type)),
    ],
    ['tokenizer.ggml.merges', 'arr', 'str', listOf(header, 'tokenizer.ggml.merges').map(String)],
    id('tokenizer.ggml.bos_token_id'),
    id('tokenizer.ggml.eos_token_id'),
    id('tokenizer.ggml.eot_token_id'),
    ['tokenizer.ggml.add_bos_token', 'bool', true],
    text('tokenizer.chat_template'),
  ]
}

/** Such as `<tool_call>`. */
const isMarkup = (token = ''): boolean => /^<\/?\w+>$/.test(token)

function listOf(header: GgufHeader, key: string): readonly GgufValue[] {
  const value = header.metadata.get(key)
  if (!isGgufArray(value) || !value.values) throw new Error(`Expected a list in ${key}`)
  return value.values
}
