/** Accepts unknown architectures and truncated files, unlike ./check-model-file.ts. */
import type { GgufHeader } from '../../../core/gguf/header'
import { partPaths } from '../../../core/gguf/split-names'
import { locationOf } from './model-location'
import { asError, type ModelPart, readOtherParts, readPart } from './read-parts'
import type { HttpOptions } from './remote-file'

export interface ModelHeader {
  /** Tensors of all parts. Each offset is relative to the file of the tensor. */
  readonly header: GgufHeader
  readonly totalBytes: number
  /** Size of the tensors without padding. */
  readonly weightBytes: number
  readonly parts: readonly ModelHeaderPart[]
  readonly source: ModelHeaderSource
}

export interface ModelHeaderPart {
  readonly path: string
  readonly sizeBytes: number
  readonly tensors: number
  readonly weightBytes: number
  /** Above 0 if the file is truncated or has only a header. */
  readonly missingBytes: number
}

export interface ModelHeaderSource {
  readonly kind: 'file' | 'http'
  readonly name: string
  readonly requests: number
  readonly fetchedBytes: number
}

/** Throws file, server and GGUF errors. */
export async function readModelHeader(pathOrUrl: string, options: HttpOptions = {}): Promise<ModelHeader> {
  const location = locationOf(pathOrUrl)
  const first = await readPart(location, options)
  const found = partPaths(first.header, first.path)
  if (!found.ok) throw asError(found)
  const { header, parts } = await readOtherParts(location, first, found.paths, options)
  const described = parts.map(describePart)
  return {
    header,
    totalBytes: sum(described, ({ sizeBytes }) => sizeBytes),
    weightBytes: sum(described, ({ weightBytes }) => weightBytes),
    parts: described,
    source: {
      kind: location.kind,
      name: location.name,
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
