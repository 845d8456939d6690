/**
 * Whether llama.cpp can load the model whose header was read, and whether it can answer in a chat:
 * what can be said before the engine is asked. The order is that of the advice: nobody should download
 * the rest of a file that could not be used anyway.
 *
 * Pure. The caller stats the file and, for a split model, the paths that `partPaths` gives.
 */
import type { Failure } from '../contract/errors/errors'
import { knownArchitectures, noChatKind } from './architectures'
import { architectureOf, type GgufHeader, textOf } from './header'
import { legible } from './malformed'
import { partPaths, splitOf } from './split-names'

export interface CheckedFile {
  readonly path: string
  readonly sizeBytes: number
  /** Which of the paths that `partPaths` gives exist. Not looked at for a model in one file. */
  readonly presentPaths: ReadonlySet<string>
  /** Of llama.cpp, e.g. `v0.4.0`: for the sentence about an unknown architecture. */
  readonly release: string
}

type Problem<Code extends Failure['code']> = Extract<Failure, { readonly code: Code }>
export type HeaderProblem = Problem<
  'split-not-first' | 'architecture-unsupported' | 'model-cannot-chat' | 'gguf-truncated' | 'split-part-missing' | 'split-inconsistent'
>
/** `paths`: the files of the model, in order. */
export type HeaderCheck = { readonly ok: true; readonly paths: readonly string[] } | ({ readonly ok: false } & HeaderProblem)

/** Checks the file that the user opens: a whole model or the first part of a split one. */
export function checkHeader(header: GgufHeader, file: CheckedFile): HeaderCheck {
  const { path, release } = file
  const found = partPaths(header, path)
  // Only the first part carries the model's metadata: this has to come before the architecture.
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

/** Whether all tensor data that the header lists is in the file. For the further parts of a split model, whose metadata says nothing. */
export function checkLength(header: GgufHeader, path: string, sizeBytes: number): Problem<'gguf-truncated'> | undefined {
  if (sizeBytes >= header.endOffset) return undefined
  return { code: 'gguf-truncated', facts: { path, neededBytes: header.endOffset, sizeBytes } }
}
