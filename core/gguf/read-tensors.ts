/** Unlike in llama.cpp, sizes are limited to 2^53. Source: `gguf_init_from_reader` in ggml/src/gguf.cpp, llama.cpp v0.4.0. */
import type { GgufFlaw } from '../contract/errors/gguf-reasons'
import type { ByteWindow } from './byte-window'
import { ggmlTypeById } from './ggml-types'
import type { GgufTensor } from './header'
import { largeCount, legible, Malformed } from './malformed'
import { decodeText, takeTextLength } from './read-text'

/** Source: GGML_MAX_NAME and GGML_MAX_DIMS in ggml/include/ggml.h. */
const maxNameBytes = 64
const maxDimensions = 4
const maxTensorBytes = 8 + maxNameBytes + 4 + 8 * maxDimensions + 4 + 8

/** Refuses gaps and overlaps, like llama.cpp. */
export async function readTensors(window: ByteWindow, count: number, alignmentBytes: number): Promise<GgufTensor[]> {
  const tensors: GgufTensor[] = []
  const names = new Set<string>()
  let dataBytes = 0
  for (let i = 0; i < count; i++) {
    await window.fill(maxTensorBytes)
    const name = takeName(window, i)
    const tensor = takeTensor(window, name)
    if (names.has(name)) throw new Malformed({ kind: 'tensor-twice', tensor: legible(name) }, window.offset)
    names.add(name)
    if (tensor.offsetBytes !== dataBytes)
      throw new Malformed(
        { kind: 'tensor-start', tensor: legible(name), startByte: largeCount(tensor.offsetBytes), expectedByte: dataBytes },
        window.offset,
      )
    tensors.push(tensor)
    dataBytes += align(tensor.bytes, alignmentBytes)
    if (!Number.isSafeInteger(dataBytes)) throw new Malformed({ kind: 'tensor-end', tensor: legible(name) }, window.offset)
  }
  return tensors
}

function takeName(window: ByteWindow, index: number): string {
  const bytes = takeTextLength(window)
  if (bytes >= maxNameBytes) throw new Malformed({ kind: 'tensor-name-length', index, bytes }, window.offset)
  return decodeText(window.take(bytes))
}

function takeTensor(window: ByteWindow, name: string): GgufTensor {
  const tensor = legible(name)
  const fail = (flaw: GgufFlaw) => new Malformed(flaw, window.offset)
  window.demand(4)
  const dimensions = window.u32()
  if (dimensions > maxDimensions) throw fail({ kind: 'tensor-dimensions', tensor, dimensions })
  window.demand(dimensions * 8 + 12)
  const shape = Array.from({ length: dimensions }, () => window.length())
  const elements = shape.reduce((product, size) => product * size, 1)
  // Also refuses NaN, from Infinity x 0.
  if (!Number.isSafeInteger(elements)) throw fail({ kind: 'tensor-shape', tensor, shape: shape.map(largeCount) })

  const typeId = window.u32()
  const type = ggmlTypeById(typeId)
  if (!type) throw fail({ kind: 'tensor-type', tensor, type: typeId })
  const rowElements = shape[0] ?? 1
  if (rowElements % type.blockElements !== 0)
    throw fail({ kind: 'tensor-rows', tensor, rowElements, typeName: type.name, blockElements: type.blockElements })
  const bytes = (elements / type.blockElements) * type.blockBytes
  if (!Number.isSafeInteger(bytes)) throw fail({ kind: 'tensor-size', tensor, bytes })
  return { name, type, shape, offsetBytes: window.length(), bytes }
}

export const align = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment
