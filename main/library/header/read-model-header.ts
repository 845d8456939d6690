/**
 * The header of a whole model, from a path or an address, however many files it lies in. Whether llama.cpp knows the
 * architecture and whether all tensor data is there does not matter here: a plan needs neither (see ./check-model-file.ts).
 */
import type { GgufHeader } from '../../../core/gguf/header'
import { partPaths } from '../../../core/gguf/split-names'
import { placeOf } from './model-place'
import { asError, type ModelPart, readOtherParts, readPart } from './read-parts'
import type { HttpOptions } from './remote-file'

export interface ModelHeader {
  /** Metadata of the first part, tensors of all. Offsets count in the file that a tensor lies in. */
  readonly header: GgufHeader
  /** Length of all files together. */
  readonly totalBytes: number
  /** Bytes of all tensors, padding not counted. */
  readonly weightBytes: number
  /** At least one, in the order in which their tensors stand in `header`. */
  readonly parts: readonly ModelHeaderPart[]
  readonly source: ModelHeaderSource
}

export interface ModelHeaderPart {
  /** Path or address. */
  readonly path: string
  readonly sizeBytes: number
  readonly tensors: number
  readonly weightBytes: number
  /** How much of the tensor data is not in the file: above 0 for a file that is cut off, or a header alone. */
  readonly missingBytes: number
}

export interface ModelHeaderSource {
  readonly kind: 'file' | 'http'
  /** Path or address of the first part, without a query. */
  readonly name: string
  /** What was asked of servers: 0 for a file. */
  readonly requests: number
  readonly fetchedBytes: number
}

/** Throws the coded errors of files, of servers, of GGUF and of split models; the reason of `signal` when that aborts. */
export async function readModelHeader(pathOrUrl: string, options: HttpOptions = {}): Promise<ModelHeader> {
  const place = placeOf(pathOrUrl)
  const first = await readPart(place, options)
  const found = partPaths(first.header, first.path)
  if (!found.ok) throw asError(found)
  const { header, parts } = await readOtherParts(place, first, found.paths, options)
  const described = parts.map(describePart)
  return {
    header,
    totalBytes: sum(described, ({ sizeBytes }) => sizeBytes),
    weightBytes: sum(described, ({ weightBytes }) => weightBytes),
    parts: described,
    source: {
      kind: place.kind,
      name: place.name,
      requests: sum(parts, ({ traffic }) => traffic.requests),
      fetchedBytes: sum(parts, ({ traffic }) => traffic.fetchedBytes),
    },
  }
}

const describePart = ({ path, sizeBytes, header }: ModelPart): ModelHeaderPart => ({
  path,
  sizeBytes,
  tensors: header.tensors.length,
  weightBytes: sum(header.tensors, ({ bytes }) => bytes),
  missingBytes: Math.max(0, header.endOffset - sizeBytes),
})

const sum = <T>(items: readonly T[], measure: (item: T) => number): number => items.reduce((total, item) => total + measure(item), 0)
