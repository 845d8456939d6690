import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import type { LabModelProblem } from '../../core/contract/errors/compare-reasons'
import { describeFailure } from '../../core/copy/failures'
import { type MetadataEntry, writeGgufHeader } from '../../core/gguf/testing/write-gguf'
import { quantizedPocket } from '../../native-models/testing/quantized-pocket'
import { readLabModel } from './read-model'

const pocket = fileURLToPath(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'headroom-lab-'))
afterAll(() => rmSync(folder, { recursive: true }))

const llama: readonly MetadataEntry[] = [
  ['general.architecture', 'str', 'llama'],
  ['llama.block_count', 'u32', 1],
  ['llama.embedding_length', 'u32', 64],
  ['llama.feed_forward_length', 'u32', 64],
  ['llama.attention.head_count', 'u32', 2],
  ['tokenizer.ggml.model', 'str', 'gpt2'],
  ['tokenizer.ggml.pre', 'str', 'gpt-2'],
  ['tokenizer.ggml.tokens', 'arr', 'str', ['a', 'b']],
  ['tokenizer.ggml.merges', 'arr', 'str', []],
]
const embedding = { name: 'token_embd.weight', type: 'f32', shape: [64, 2] }

async function failureOfModel(metadata: readonly MetadataEntry[], tensors: readonly { name: string; type: string; shape: number[] }[]) {
  const { bytes, fileBytes } = writeGgufHeader({ metadata: [...metadata], tensors: [...tensors] })
  const path = join(folder, 'model.gguf')
  const file = new Uint8Array(fileBytes)
  file.set(bytes)
  writeFileSync(path, file)
  return failureAt(path)
}
async function failureAt(path: string) {
  const failure = failureOf(
    await readLabModel(path).then(
      () => undefined,
      (error: unknown) => error,
    ),
  )
  if (!failure) throw new Error('Expected a coded failure')
  return failure
}
const reasonOf = async (...given: Parameters<typeof failureOfModel>) => {
  const failure = await failureOfModel(...given)
  expect(failure.code).toBe('lab-model-unsupported')
  return (failure.facts as { reason: LabModelProblem }).reason
}

describe('the embedded model', () => {
  it.each(['f16', 'q8_0'])('has the shape that its model card gives, with %s weights', async (type) => {
    const model = await readLabModel(type === 'f16' ? pocket : await quantizedPocket())
    expect(model.shape).toMatchObject({
      layers: 6,
      queryHeads: 4,
      kvHeads: 2,
      headDim: 64,
      width: 256,
      feedForwardWidth: 704,
      vocabulary: 2566,
    })
    expect(model).toMatchObject({ name: 'Pocket', contextTokens: 2048 })
    expect(model.output).toBe(model.tokenEmbedding)
    expect(model.tokenizer.vocabulary.endTokens).toEqual([2, 2])
  })
  it('has the same weights in f16 and in q8_0, to within half a q8_0 step', async () => {
    const [f16, q8] = [await readLabModel(pocket), await readLabModel(await quantizedPocket())]
    const [a, b] = [f16, q8].map((model) => model?.layers[3]?.up.elements as Float32Array) as [Float32Array, Float32Array]
    for (let block = 0; block < a.length; block += 32) {
      const largest = Math.max(...a.subarray(block, block + 32).map(Math.abs))
      const error = Math.max(...a.subarray(block, block + 32).map((value, i) => Math.abs(value - (b[block + i] as number))))
      expect(error).toBeLessThanOrEqual(largest / 254 + largest * 2 ** -11)
    }
  })
})

describe('a model that the Lab cannot run is refused', () => {
  it('if its architecture is not supported', async () => {
    expect(await reasonOf([['general.architecture', 'str', 'mamba']], [embedding])).toEqual({ kind: 'architecture', architecture: 'mamba' })
  })
  it('if a tensor has a type that the Lab cannot read', async () => {
    expect(await reasonOf(llama, [{ ...embedding, type: 'q6_K', shape: [256, 2] }])).toEqual({
      kind: 'tensor-type',
      tensor: 'token_embd.weight',
      type: 'q6_K',
    })
  })
  it('if it has a tensor that the Lab would ignore, such as a bias', async () => {
    expect(await reasonOf(llama, [embedding, { name: 'blk.0.attn_q.bias', type: 'f32', shape: [64] }])).toEqual({
      kind: 'tensor-unknown',
      tensor: 'blk.0.attn_q.bias',
    })
  })
  it('if it needs arithmetic that the Lab does not implement', async () => {
    expect(await reasonOf([...llama, ['llama.rope.scaling.type', 'str', 'yarn']], [embedding])).toEqual({
      kind: 'key',
      key: 'llama.rope.scaling.type',
    })
  })
  it('if its tokenizer is not supported', async () => {
    const other = llama.map(
      ([key, ...value]) => (key === 'tokenizer.ggml.model' ? [key, 'str', 'llama'] : [key, ...value]) as MetadataEntry,
    )
    expect(await reasonOf(other, [embedding])).toEqual({ kind: 'tokenizer', tokenizer: 'llama', preTokenizer: 'gpt-2' })
  })
  it('if its query heads are not a multiple of its KV heads, or required keys are missing', async () => {
    const reason = { kind: 'shape' }
    expect(await reasonOf([...llama, ['llama.attention.head_count_kv', 'u32', 3]], [embedding])).toEqual(reason)
    expect(await reasonOf(llama.slice(0, 3), [embedding])).toEqual(reason)
  })
  it('if a tensor is missing', async () => {
    expect(await reasonOf(llama, [embedding])).toEqual({ kind: 'tensor-missing', tensor: 'blk.0.attn_norm.weight' })
  })
  it('with an explanation of what to do', async () => {
    expect(describeFailure(await failureOfModel(llama, [embedding]))).toBe(
      'model.gguf cannot run in the Lab. The tensor blk.0.attn_norm.weight is missing. Use the embedded model (Pocket), or a GGUF file of the Llama or Qwen3 architecture with f32, f16, q8_0 or q4_0 weights and the GPT-2 tokenizer.',
    )
  })
})

describe('a file that the Lab cannot read', () => {
  it('is refused with the code of its problem if it is missing, a folder, a FIFO, another kind of file, or cut off', async () => {
    expect((await failureAt(join(folder, 'none.gguf'))).code).toBe('file-not-found')
    expect((await failureAt(folder)).code).toBe('file-unreadable')
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [join(folder, 'pipe.gguf')])
      expect((await failureAt(join(folder, 'pipe.gguf'))).code).toBe('file-unreadable')
    }
    writeFileSync(join(folder, 'text.gguf'), 'Once upon a time there was a text that was no model at all.')
    expect((await failureAt(join(folder, 'text.gguf'))).code).toBe('gguf-not-a-model')
    writeFileSync(join(folder, 'cut.gguf'), writeGgufHeader({ metadata: [...llama], tensors: [embedding] }).bytes)
    expect((await failureAt(join(folder, 'cut.gguf'))).code).toBe('gguf-truncated')
  })
  it('is refused before any weight is read if its header lists too many parameters', async () => {
    const path = join(folder, 'large.gguf')
    const { bytes, fileBytes } = writeGgufHeader({ metadata: [...llama], tensors: [{ ...embedding, type: 'f16', shape: [64, 4_000_000] }] })
    writeFileSync(path, bytes)
    // A sparse file of 512 MB.
    truncateSync(path, fileBytes)
    expect(await failureAt(path)).toEqual({
      code: 'lab-model-too-large',
      facts: { path, parameters: 256_000_000, limitParameters: 200_000_000 },
    })
  })
})
