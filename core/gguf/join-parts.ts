/**
 * Joins the headers of a split model into the one header that llama.cpp works with: the metadata of the first part and the tensors of all
 * parts. Of the other parts' metadata only the part number is read.
 *
 * Source: the constructor of `llama_model_loader` in src/llama-model-loader.cpp, llama.cpp v0.4.0.
 */
import type { Failure } from '../contract/errors/errors'
import { countOf, type GgufHeader, type GgufTensor } from './header'
import { legible } from './malformed'
import { maxTensors } from './read-header'
import { splitOf } from './split-names'

export interface PartHeader {
  /** For the error only. */
  readonly path: string
  readonly header: GgufHeader
}

/**
 * In `header`, offsets and `dataOffset` are relative to each tensor's own file, tensors are in the order of the parts, and `endOffset` is
 * that of the first part.
 */
export type JoinedParts =
  | { readonly ok: true; readonly header: GgufHeader }
  | ({ readonly ok: false } & Extract<Failure, { readonly code: 'split-inconsistent' }>)

/** `others`: the later parts, in order. Each is requested only after the parts before it have passed. */
export async function joinParts(first: PartHeader, others: AsyncIterable<PartHeader> | Iterable<PartHeader>): Promise<JoinedParts> {
  const { parts } = splitOf(first.header)
  if (parts === 1) return { ok: true, header: first.header }
  const expected = countOf(first.header, 'split.tensors.count')
  // llama.cpp notices the missing key only after all parts; failing here saves fetching them.
  if (expected === undefined) return problem(first, 'it does not say how many tensors all parts hold')
  const limit = Math.min(expected, maxTensors)
  const tensors = new Map<string, GgufTensor>()

  const add = (part: PartHeader, index: number): string | undefined => {
    const found = countOf(part.header, 'split.no')
    if (found === undefined) return 'it does not say which part it is'
    if (found !== index) return `it is part ${found + 1} where part ${index + 1} should be`
    for (const tensor of part.header.tensors) {
      if (tensors.has(tensor.name)) return `the tensor ${legible(tensor.name)} is in another part too`
      tensors.set(tensor.name, tensor)
    }
    return tensors.size > limit ? `its parts hold more than the ${limit} tensors that are expected` : undefined
  }

  let index = 0
  let detail = add(first, index)
  if (detail) return problem(first, detail)
  for await (const part of others) {
    detail = add(part, ++index)
    if (detail) return problem(part, detail)
  }
  if (index + 1 !== parts) throw new Error(`Expected ${parts} parts, got ${index + 1}`)
  if (tensors.size !== expected) return problem(first, `its parts hold ${tensors.size} tensors, ${expected} are expected`)
  return { ok: true, header: { ...first.header, tensors: [...tensors.values()] } }
}

const problem = ({ path }: PartHeader, detail: string): JoinedParts => ({ ok: false, code: 'split-inconsistent', facts: { path, detail } })
