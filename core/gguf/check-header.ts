/** Problems of the whole model come first, so that nobody downloads the other parts of an unusable model. */
import type { Failure } from '../contract/errors/errors'
import { knownArchitectures, noChatKind } from './architectures'
import { architectureOf, type GgufHeader, textOf } from './header'
import { legible } from './malformed'
import { partPaths, splitOf } from './split-names'

export interface CheckedFile {
  readonly path: string
  readonly sizeBytes: number
  readonly presentPaths: ReadonlySet<string>
  readonly release: string
}

type Problem<Code extends Failure['code']> = Extract<Failure, { readonly code: Code }>
export type HeaderProblem = Problem<
  'split-not-first' | 'architecture-unsupported' | 'model-cannot-chat' | 'gguf-truncated' | 'split-part-missing' | 'split-inconsistent'
>
export type HeaderCheck = { readonly ok: true; readonly paths: readonly string[] } | ({ readonly ok: false } & HeaderProblem)

export function checkHeader(header: GgufHeader, file: CheckedFile): HeaderCheck {
  const { path, release } = file
  const found = partPaths(header, path)
  // Only the first part has the architecture.
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

export function checkLength(header: GgufHeader, path: string, sizeBytes: number): Problem<'gguf-truncated'> | undefined {
  if (sizeBytes >= header.endOffset) return undefined
  return { code: 'gguf-truncated', facts: { path, neededBytes: header.endOffset, sizeBytes } }
}
