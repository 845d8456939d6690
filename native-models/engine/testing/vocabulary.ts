/** Models that are only a vocabulary. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getLlama, type LlamaModel } from 'node-llama-cpp'
import { afterAll, beforeAll } from 'vitest'
import { writeGgufHeader } from '../../../core/gguf/testing/write-gguf'

/** LLAMA_TOKEN_TYPE of llama.cpp. */
export const tokenTypes = { normal: 1, unknown: 2, control: 3, byte: 6 } as const
export type VocabularyToken = readonly [text: string, type?: keyof typeof tokenTypes]

export interface Vocabulary {
  /** `tokenizer.ggml.model` and `tokenizer.ggml.pre`. */
  readonly model: string
  readonly pre?: string
  /** The last one ends an answer. */
  readonly tokens: readonly VocabularyToken[]
  readonly merges?: readonly string[]
}

/** GPT-2's characters for all bytes, in the order of the bytes. */
export function gpt2Characters(): string[] {
  const isPrintable = (byte: number) => (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
  let next = 256
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isPrintable(byte) ? byte : next++))
}

/** Call it once per test file. Returns a function that loads a vocabulary in llama.cpp. */
export function vocabularies(): (vocabulary: Vocabulary) => Promise<LlamaModel> {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-vocabulary-'))
  let llama: Awaited<ReturnType<typeof getLlama>>
  let count = 0
  beforeAll(async () => {
    llama = await getLlama({ build: 'never', gpu: false, maxThreads: 1 })
  })
  afterAll(async () => {
    await llama.dispose()
    rmSync(folder, { recursive: true })
  })
  return ({ model, pre, tokens, merges }) => {
    const path = join(folder, `${++count}.gguf`)
    const { bytes } = writeGgufHeader({
      metadata: [
        ['general.architecture', 'str', 'llama'],
        ['llama.context_length', 'u32', 64],
        ['llama.embedding_length', 'u32', 32],
        ['llama.block_count', 'u32', 1],
        ['llama.feed_forward_length', 'u32', 32],
        ['llama.attention.head_count', 'u32', 1],
        ['llama.attention.layer_norm_rms_epsilon', 'f32', 1e-5],
        ['tokenizer.ggml.model', 'str', model],
        ...(pre ? [['tokenizer.ggml.pre', 'str', pre] as const] : []),
        ['tokenizer.ggml.tokens', 'arr', 'str', tokens.map(([text]) => text)],
        ['tokenizer.ggml.scores', 'arr', 'f32', tokens.map(() => 0)],
        ['tokenizer.ggml.token_type', 'arr', 'i32', tokens.map(([, type = 'normal']) => tokenTypes[type])],
        ...(merges ? [['tokenizer.ggml.merges', 'arr', 'str', merges] as const] : []),
        ['tokenizer.ggml.eos_token_id', 'u32', tokens.length - 1],
      ],
      tensors: [],
    })
    writeFileSync(path, bytes)
    return llama.loadModel({ modelPath: path, vocabOnly: true })
  }
}
