/** Random weights are enough, because speed doesn't depend on their values. Never commit these models. */

import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type GgufPlan, type MetadataEntry, writeGgufHeader } from '../core/gguf/testing/write-gguf'

export interface LlamaShape {
  readonly name: string
  readonly layers: number
  readonly width: number
  readonly feedForward: number
  readonly heads: number
  readonly kvHeads: number
  readonly vocabulary: number
  readonly contextTokens: number
}

/** `tiny` drafts for `small`, so both have the same vocabulary. */
export const shapes = {
  tiny: { name: 'random-5M', layers: 2, width: 320, feedForward: 896, heads: 5, kvHeads: 5, vocabulary: 4096, contextTokens: 8192 },
  small: { name: 'random-60M', layers: 12, width: 640, feedForward: 1792, heads: 10, kvHeads: 5, vocabulary: 4096, contextTokens: 8192 },
  large: {
    name: 'random-300M',
    layers: 20,
    width: 1024,
    feedForward: 2816,
    heads: 16,
    kvHeads: 8,
    vocabulary: 32_000,
    contextTokens: 8192,
  },
  /** Llama 3.2 1B, one of the smallest models that people chat with. */
  usual: {
    name: 'random-1B',
    layers: 16,
    width: 2048,
    feedForward: 8192,
    heads: 32,
    kvHeads: 8,
    vocabulary: 128_256,
    contextTokens: 8192,
  },
  /** Llama 3.1 8B. */
  huge: {
    name: 'random-8B',
    layers: 32,
    width: 4096,
    feedForward: 14_336,
    heads: 32,
    kvHeads: 8,
    vocabulary: 128_256,
    contextTokens: 32_768,
  },
} as const satisfies Record<string, LlamaShape>

export function planOf(shape: LlamaShape, weightType: 'q8_0' | 'f16' | 'f32'): GgufPlan {
  const kvWidth = (shape.width / shape.heads) * shape.kvHeads
  const matrix = (name: string, rows: number, columns: number) => ({ name, type: weightType, shape: [columns, rows] })
  const vector = (name: string) => ({ name, type: 'f32', shape: [shape.width] })
  const tensors = [
    matrix('token_embd.weight', shape.vocabulary, shape.width),
    vector('output_norm.weight'),
    matrix('output.weight', shape.vocabulary, shape.width),
  ]
  for (let layer = 0; layer < shape.layers; layer++) {
    const at = (name: string) => `blk.${layer}.${name}.weight`
    tensors.push(
      vector(at('attn_norm')),
      matrix(at('attn_q'), shape.width, shape.width),
      matrix(at('attn_k'), kvWidth, shape.width),
      matrix(at('attn_v'), kvWidth, shape.width),
      matrix(at('attn_output'), shape.width, shape.width),
      vector(at('ffn_norm')),
      matrix(at('ffn_gate'), shape.feedForward, shape.width),
      matrix(at('ffn_up'), shape.feedForward, shape.width),
      matrix(at('ffn_down'), shape.width, shape.feedForward),
    )
  }
  return { metadata: metadataOf(shape), tensors }
}

/** Byte-level BPE without merges: each byte is one token. */
function metadataOf(shape: LlamaShape): MetadataEntry[] {
  const tokens = ['<|bos|>', '<|im_start|>', '<|im_end|>', ...byteLevelAlphabet()]
  // The tokenizer never returns these tokens, but the model can generate them.
  while (tokens.length < shape.vocabulary) tokens.push(`\u0120${letters(tokens.length)}`)
  const control = 3
  const normal = 1
  return [
    ['general.architecture', 'str', 'llama'],
    ['general.name', 'str', shape.name],
    ['llama.block_count', 'u32', shape.layers],
    ['llama.context_length', 'u32', shape.contextTokens],
    ['llama.embedding_length', 'u32', shape.width],
    ['llama.feed_forward_length', 'u32', shape.feedForward],
    ['llama.attention.head_count', 'u32', shape.heads],
    ['llama.attention.head_count_kv', 'u32', shape.kvHeads],
    ['llama.attention.layer_norm_rms_epsilon', 'f32', 1e-5],
    ['llama.rope.dimension_count', 'u32', shape.width / shape.heads],
    ['llama.vocab_size', 'u32', shape.vocabulary],
    ['tokenizer.ggml.model', 'str', 'gpt2'],
    ['tokenizer.ggml.pre', 'str', 'gpt-2'],
    ['tokenizer.ggml.tokens', 'arr', 'str', tokens],
    ['tokenizer.ggml.token_type', 'arr', 'i32', tokens.map((_, id) => (id < 3 ? control : normal))],
    ['tokenizer.ggml.merges', 'arr', 'str', []],
    ['tokenizer.ggml.bos_token_id', 'u32', 0],
    ['tokenizer.ggml.eos_token_id', 'u32', 2],
    ['tokenizer.ggml.add_bos_token', 'bool', true],
    [
      'tokenizer.chat_template',
      'str',
      '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}',
    ],
  ]
}

/** GPT-2's printable characters for the 256 bytes. Source: `bytes_to_unicode` of the GPT-2 tokenizer. */
function byteLevelAlphabet(): string[] {
  const printable = (byte: number) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
  let next = 256
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(printable(byte) ? byte : next++))
}

const letters = (number: number): string =>
  String.fromCharCode(...[17_576, 676, 26, 1].map((unit) => 'a'.charCodeAt(0) + (Math.floor(number / unit) % 26)))

export async function writeRandomModel(path: string, shape: LlamaShape, weightType: 'q8_0' | 'f16' | 'f32' = 'q8_0'): Promise<void> {
  await writeRandomGguf(path, planOf(shape, weightType))
}

export async function writeRandomGguf(path: string, plan: GgufPlan): Promise<void> {
  const written = writeGgufHeader(plan)
  const file = createWriteStream(path)
  const put = async (bytes: Uint8Array) => {
    if (!file.write(bytes)) await once(file, 'drain')
  }
  await put(written.bytes)
  for (const [index, range] of written.tensorRanges.entries()) {
    const type = plan.tensors[index]?.type
    const padded = Math.ceil(range.bytes / 32) * 32
    for (let done = 0; done < padded; ) {
      // A multiple of 34 and 4, so that every chunk starts with a whole block or element.
      const chunk = Buffer.alloc(Math.min(padded - done, 34 * 4 * 8192))
      fillWeights(chunk, type ?? 'f32', Math.min(chunk.length, range.bytes - done))
      await put(chunk)
      done += chunk.length
    }
  }
  file.end()
  await once(file, 'finish')
}

function fillWeights(chunk: Buffer, type: string, bytes: number): void {
  if (type === 'q8_0') {
    randomFillSync(chunk, 0, bytes)
    for (let at = 0; at + 34 <= bytes; at += 34) chunk.writeUInt16LE(0x0800, at) // A scale of 2^-13: values up to 0.016
    return
  }
  if (type === 'f16') {
    randomFillSync(chunk, 0, bytes)
    for (let at = 0; at + 2 <= bytes; at += 2) chunk.writeUInt16LE((chunk.readUInt16LE(at) & 0x83ff) | 0x2000, at) // Magnitudes from 0.008 to 0.016
    return
  }
  for (let at = 0; at + 4 <= bytes; at += 4) chunk.writeFloatLE(1, at)
}
