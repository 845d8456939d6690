/** Source: the constructor of `llama_model_loader` in src/llama-model-loader.cpp, llama.cpp v0.4.0. */
import type { Failure } from '../contract/errors/errors'
import type { SplitFlaw } from '../contract/errors/gguf-reasons'
import { countOf, type GgufHeader, type GgufTensor } from './header'
import { legible } from './malformed'
import { maxTensors } from './read-header'
import { splitOf } from './split-names'

export interface PartHeader {
  readonly path: string
  readonly header: GgufHeader
}

/** Offsets are relative to the data of the tensor's own part. `endOffset` is that of the first part. */
export type JoinedParts =
  | { readonly ok: true; readonly header: GgufHeader }
  | ({ readonly ok: false } & Extract<Failure, { readonly code: 'split-inconsistent' }>)

/** `others` must yield the parts in order. A part is requested only after the earlier parts have passed. */
export async function joinParts(first: PartHeader, others: AsyncIterable<PartHeader> | Iterable<PartHeader>): Promise<JoinedParts> {
  const { parts } = splitOf(first.header)
  if (parts === 1) return { ok: true, header: first.header }
  const expected = countOf(first.header, 'split.tensors.count')
  if (expected === undefined) return problem(first, { kind: 'tensor-count-missing' })
  const limit = Math.min(expected, maxTensors)
  const tensors = new Map<string, GgufTensor>()

  const add = (part: PartHeader, index: number): SplitFlaw | undefined => {
    const found = countOf(part.header, 'split.no')
    if (found === undefined) return { kind: 'part-number-missing' }
    if (found !== index) return { kind: 'other-part', part: found + 1, expectedPart: index + 1 }
    for (const tensor of part.header.tensors) {
      if (tensors.has(tensor.name)) return { kind: 'tensor-twice', tensor: legible(tensor.name) }
      tensors.set(tensor.name, tensor)
    }
    return tensors.size > limit ? { kind: 'too-many-tensors', expectedTensors: limit } : undefined
  }

  let index = 0
  let flaw = add(first, index)
  if (flaw) return problem(first, flaw)
  for await (const part of others) {
    flaw = add(part, ++index)
    if (flaw) return problem(part, flaw)
  }
  if (index + 1 !== parts) throw new Error(`Expected ${parts} parts, got ${index + 1}`)
  if (tensors.size !== expected) return problem(first, { kind: 'tensor-count', tensors: tensors.size, expectedTensors: expected })
  return { ok: true, header: { ...first.header, tensors: [...tensors.values()] } }
}

const problem = ({ path }: PartHeader, flaw: SplitFlaw): JoinedParts => ({ ok: false, code: 'split-inconsistent', facts: { path, flaw } })
