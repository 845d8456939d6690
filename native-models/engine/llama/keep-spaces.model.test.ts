import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getLlama, type LlamaModel } from 'node-llama-cpp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeGgufHeader } from '../../../core/gguf/testing/write-gguf'
import { keepSpaces } from './keep-spaces'

/** GPT-2's characters for all bytes, in the order of the bytes. */
const isPrintable = (byte: number) => (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
let next = 256
const byteTokens = Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isPrintable(byte) ? byte : next++))
const space = byteTokens[0x20] as string
const merged = ['?', '!', '.', ',', "'"].map((mark) => [space, mark])
const tokens = [...byteTokens, ...merged.map((pair) => pair.join('')), '<|end|>']
const normal = 1
const control = 3

const folder = mkdtempSync(join(tmpdir(), 'headroom-vocabulary-'))
let llama: Awaited<ReturnType<typeof getLlama>>
const open = async (pre: string): Promise<LlamaModel> => {
  const path = join(folder, `${pre}.gguf`)
  const { bytes } = writeGgufHeader({
    metadata: [
      ['general.architecture', 'str', 'llama'],
      ['llama.context_length', 'u32', 64],
      ['llama.embedding_length', 'u32', 32],
      ['llama.block_count', 'u32', 1],
      ['llama.feed_forward_length', 'u32', 32],
      ['llama.attention.head_count', 'u32', 1],
      ['llama.attention.layer_norm_rms_epsilon', 'f32', 1e-5],
      ['tokenizer.ggml.model', 'str', 'gpt2'],
      ['tokenizer.ggml.pre', 'str', pre],
      ['tokenizer.ggml.tokens', 'arr', 'str', tokens],
      ['tokenizer.ggml.token_type', 'arr', 'i32', tokens.map((token) => (token === '<|end|>' ? control : normal))],
      ['tokenizer.ggml.merges', 'arr', 'str', merged.map((pair) => pair.join(' '))],
      ['tokenizer.ggml.eos_token_id', 'u32', tokens.length - 1],
    ],
    tensors: [],
  })
  writeFileSync(path, bytes)
  return llama.loadModel({ modelPath: path, vocabOnly: true })
}

beforeAll(async () => {
  llama = await getLlama({ build: 'never', gpu: false, maxThreads: 1 })
})
afterAll(async () => {
  await llama.dispose()
  rmSync(folder, { recursive: true })
})

const text = 'Quelle heure ? Non ! x = a ? b : c , d . 漢字 🙂'

it('the text of a Llama 3 vocabulary keeps the spaces before punctuation that llama_detokenize removes', async () => {
  const model = await open('llama-bpe')
  const ids = model.tokenize(text)
  expect(model.detokenize(ids)).toBe('Quelle heure? Non! x = a? b : c, d. 漢字 🙂')
  expect(keepSpaces(model)).toBe(true)
  expect(model.detokenize(ids)).toBe(text)
  expect(
    ids
      .map((id) => model.detokenize([id]))
      .slice(0, 13)
      .at(-1),
  ).toBe(' ?')
  const end = tokens.length - 1
  expect([model.detokenize([end] as never, true), model.detokenize([end] as never)]).toEqual(['<|end|>', ''])
  expect(model.detokenize(ids.slice(-1))).toBe('�')
  await model.dispose()
})

it('a vocabulary whose text loses nothing keeps llama.cpp’s own function', async () => {
  const model = await open('qwen2')
  const ids = model.tokenize(text)
  expect(keepSpaces(model)).toBe(false)
  expect(model.detokenize(ids)).toBe(text)
  await model.dispose()
})
