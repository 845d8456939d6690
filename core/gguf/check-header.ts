/**
 * Checks that llama.cpp can load this model and that it can answer in a chat. Hopeless files are reported first, so that nobody downloads
 * the rest of one.
 */
import type { Failure } from '../contract/errors/errors'
import { knownArchitectures, noChatKind } from './architectures'
import { architectureOf, type GgufHeader, textOf } from './header'
import { legible } from './malformed'
import { partPaths, splitOf } from './split-names'

export interface CheckedFile {
  readonly path: string
  readonly sizeBytes: number
  /** Those of `partPaths` that exist. Ignored for a model in one file. */
  readonly presentPaths: ReadonlySet<string>
  /** Of llama.cpp, e.g. `v0.4.0`. */
  readonly release: string
}

type Problem<Code extends Failure['code']> = Extract<Failure, { readonly code: Code }>
export type HeaderProblem = Problem<
  'split-not-first' | 'architecture-unsupported' | 'model-cannot-chat' | 'gguf-truncated' | 'split-part-missing' | 'split-inconsistent'
>
/** In order. */
export type HeaderCheck = { readonly ok: true; readonly paths: readonly string[] } | ({ readonly ok: false } & HeaderProblem)

/** Of a whole model, or the first part of a split one. */
export function checkHeader(header: GgufHeader, file: CheckedFile): HeaderCheck {
  const { path, release } = file
  const found = partPaths(header, path)
  // Only the first part carries the model's metadata, so this comes before the architecture.
  if (!found.ok && found.code === 'split-not-first') return found

  const architecture = architectureOf(header) ?? ''
  if (!knownArchitectures.has(architecture))
    return { ok: false, code: 'architecture-unsupported', facts: { path, architecture: legible(architecture), release } }
  const kind = textOf(header, 'general.type') === 'adapter' ? 'adapter' : noChatKind(architecture)
  if (kind) return { ok: false, code: 'model-cannot-chat', facts: { path, architecture, kind } }

  const truncation = checkLength(header, path, file.sizeBytes)
  if (truncation) return { ok: false, ...truncation }
  if (!found.ok) return found
  const missing = found.paths.find((part) => part !== path && !file.presentPaths.has(part))
  if (missing !== undefined) return { ok: false, code: 'split-part-missing', facts: { path, missing, parts: splitOf(header).parts } }
  return found
}

/** For the later parts of a split model, whose metadata says nothing. */
export function checkLength(header: GgufHeader, path: string, sizeBytes: number): Problem<'gguf-truncated'> | undefined {
  if (sizeBytes >= header.endOffset) return undefined
  return { code: 'gguf-truncated', facts: { path, neededBytes: header.endOffset, sizeBytes } }
}
