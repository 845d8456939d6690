/** Reads a whole model into memory. Refuses a model if its header shows that the Lab would compute it incorrectly. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { coded } from '../../core/contract/errors/coded-error'
import type { LabModelProblem } from '../../core/contract/errors/compare-reasons'
import type { ByteSource } from '../../core/gguf/byte-window'
import { architectureOf, type GgufHeader, type GgufTensor, textOf } from '../../core/gguf/header'
import { readGgufHeader } from '../../core/gguf/read-header'
import { labArchitecture } from '../../core/lab/architectures'
import { codecNamed } from '../../core/lab/elements/codecs'
import { readVocabulary, vocabularyTexts } from '../tokenizer/read-vocabulary'
import { Tokenizer } from '../tokenizer/tokenizer'
import type { Matrix } from './matrix'
import type { LabModel } from './model'
import { createRope } from './rope'
import { neighborsFromHalves, reorderedRows } from './rope-order'
import { type HeaderShape, shapeOf, unsupportedKey } from './shape-of-header'
import { layerTensorNames, modelTensorNames } from './tensor-names'
import { WeightMemory } from './weight-memory'

/** 800 MB in f32, and half a second per token at about 1 GFLOP/s. */
const limitParameters = 200_000_000

/** Throws the coded errors of files and GGUF, `lab-model-unsupported`, `lab-model-too-large`. */
export async function readLabModel(path: string): Promise<LabModel> {
  // Without O_NONBLOCK, opening a FIFO waits for a writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? coded('file-not-found', { path })
      : coded('file-unreadable', { path, reason: { kind: 'system', quoted: error.message } })
  })
  try {
    return await readOpened(file, path)
  } finally {
    await file.close()
  }
}

async function readOpened(file: FileHandle, path: string): Promise<LabModel> {
  const stats = await file.stat()
  if (!stats.isFile()) throw coded('file-unreadable', { path, reason: { kind: 'not-a-file' } })
  const reading = await readGgufHeader(sourceOf(file, stats.size), { keptTexts: vocabularyTexts })
  if (!reading.ok) throw coded(reading.code, { path, ...reading.facts } as never)
  const { header } = reading
  const missingBytes = header.endOffset - stats.size
  if (missingBytes > 0) throw coded('gguf-truncated', { path, neededBytes: header.endOffset, sizeBytes: stats.size })

  const refuse = (reason: LabModelProblem) => coded('lab-model-unsupported', { path, reason })
  const shape = checkedShape(header, refuse)
  const parameters = header.tensors.reduce((sum, tensor) => sum + elementsOf(tensor), 0)
  if (parameters > limitParameters) throw coded('lab-model-too-large', { path, parameters, limitParameters })
  const vocabulary = readVocabulary(header)
  if ('problem' in vocabulary) throw refuse(vocabulary.problem)
  return readWeights(file, header, shape, new Tokenizer(vocabulary.vocabulary), refuse)
}

const sourceOf = (file: FileHandle, sizeBytes: number): ByteSource => ({
  sizeBytes,
  read: async (offset, length) => {
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  },
})

type Refuse = (reason: LabModelProblem) => Error

function checkedShape(header: GgufHeader, refuse: Refuse): ReturnType<typeof shapeOf> & object {
  const named = architectureOf(header)
  const architecture = labArchitecture(named)
  if (!architecture) throw refuse({ kind: 'architecture', architecture: named ?? null })
  const unsupported = unsupportedKey(header, architecture)
  if (unsupported) throw refuse({ kind: 'key', key: unsupported })
  const shape = shapeOf(header, architecture)
  if (!shape) throw refuse({ kind: 'shape' })
  const known = new Set([...modelTensorNames, ...layerTensorNames(shape.layers, architecture)])
  for (const { name, type } of header.tensors) {
    if (!known.has(name)) throw refuse({ kind: 'tensor-unknown', tensor: name })
    if (!codecNamed(type.name)) throw refuse({ kind: 'tensor-type', tensor: name, type: type.name })
  }
  return shape
}

async function readWeights(
  file: FileHandle,
  header: GgufHeader,
  shape: HeaderShape,
  tokenizer: Tokenizer,
  refuse: Refuse,
): Promise<LabModel> {
  const { width, queryHeads, kvHeads, headDim, feedForwardWidth, vocabulary } = shape
  const weights = new Map<string, Float32Array>()
  for (const tensor of header.tensors) weights.set(tensor.name, await readTensor(file, header, tensor))
  const vector = (name: string, length: number): Float32Array => {
    const elements = weights.get(name)
    if (elements?.length !== length) throw refuse({ kind: elements ? 'tensor-shape' : 'tensor-missing', tensor: name })
    return elements
  }
  const elements = header.tensors.reduce((sum, tensor) => sum + elementsOf(tensor), 0)
  const memory = new WeightMemory(elements, Math.max(vocabulary, width, feedForwardWidth, queryHeads * headDim))
  const matrix = (name: string, rows: number, columns: number): Matrix =>
    memory.allocate(rows, columns, (elements) => elements.set(vector(name, rows * columns)))
  // RoPE pairs halves of a head in Qwen3, and neighbors in the Lab. Reordering the rows of queries and keys leaves scores unchanged.
  const order = shape.architecture === 'qwen3' ? neighborsFromHalves(headDim, shape.ropeDims) : null
  const heads = (name: string, count: number): Matrix =>
    memory.allocate(count * headDim, width, (elements) =>
      elements.set(order ? reorderedRows(vector(name, count * headDim * width), order, width) : vector(name, count * headDim * width)),
    )
  const headNorm = (name: string): Float32Array | null => (order ? reorderedRows(vector(name, headDim), order, 1) : null)
  const tokenEmbedding = matrix('token_embd.weight', vocabulary, width)
  return {
    name: textOf(header, 'general.name') ?? 'model',
    shape,
    contextTokens: shape.contextTokens,
    normEpsilon: shape.normEpsilon,
    rope: createRope(shape.ropeDims, shape.ropeBase, weights.get('rope_freqs.weight')),
    tokenEmbedding,
    layers: Array.from({ length: shape.layers }, (_, layer) => {
      const name = (part: string) => `blk.${layer}.${part}.weight`
      return {
        attentionNorm: vector(name('attn_norm'), width),
        query: heads(name('attn_q'), queryHeads),
        key: heads(name('attn_k'), kvHeads),
        queryNorm: headNorm(name('attn_q_norm')),
        keyNorm: headNorm(name('attn_k_norm')),
        value: matrix(name('attn_v'), kvHeads * headDim, width),
        attentionOutput: matrix(name('attn_output'), width, queryHeads * headDim),
        feedForwardNorm: vector(name('ffn_norm'), width),
        gate: matrix(name('ffn_gate'), feedForwardWidth, width),
        up: matrix(name('ffn_up'), feedForwardWidth, width),
        down: matrix(name('ffn_down'), width, feedForwardWidth),
      }
    }),
    outputNorm: vector('output_norm.weight', width),
    output: weights.has('output.weight') ? matrix('output.weight', vocabulary, width) : tokenEmbedding,
    tokenizer,
  }
}

async function readTensor(file: FileHandle, header: GgufHeader, tensor: GgufTensor): Promise<Float32Array> {
  const { buffer } = await file.read(new Uint8Array(tensor.bytes), 0, tensor.bytes, header.dataOffset + tensor.offsetBytes)
  const elements = new Float32Array(elementsOf(tensor))
  codecNamed(tensor.type.name)?.decode(buffer, 0, elements, 0, elements.length)
  return elements
}

const elementsOf = ({ shape }: GgufTensor): number => shape.reduce((product, length) => product * length, 1)
