import { existsSync } from 'node:fs'
import { checkHeader, checkLength } from '../../../core/gguf/check-header'
import { describeModel, type ModelFacts } from '../../../core/gguf/describe-model'
import type { GgufHeader } from '../../../core/gguf/header'
import { partPaths } from '../../../core/gguf/split-names'
import { fileLocation } from './model-location'
import { asError, readOtherParts, readPart } from './read-parts'

export interface CheckedModel {
  /** Metadata of the first part, and tensors of all parts. */
  readonly header: GgufHeader
  readonly facts: ModelFacts
  readonly sizeBytes: number
  readonly parts: number
  readonly paths: readonly string[]
}

/** Throws file and GGUF errors. */
export async function checkModelFile(path: string, release = 'v0.4.0'): Promise<CheckedModel> {
  const location = fileLocation(path)
  const first = await readPart(location)
  const found = partPaths(first.header, path)
  const presentPaths = new Set(found.ok ? found.paths.filter((part) => existsSync(part)) : [])
  const check = checkHeader(first.header, { path, sizeBytes: first.sizeBytes, presentPaths, release })
  if (!check.ok) throw asError(check)
  const { header, parts } = await readOtherParts(location, first, check.paths)
  for (const part of parts) {
    const truncation = checkLength(part.header, part.path, part.sizeBytes)
    if (truncation) throw asError(truncation)
  }
  return {
    header,
    facts: describeModel(header),
    sizeBytes: parts.reduce((sum, part) => sum + part.sizeBytes, 0),
    parts: parts.length,
    paths: parts.map((part) => part.path),
  }
}
