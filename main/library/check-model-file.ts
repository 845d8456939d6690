/**
 * Looks at a model file before llama.cpp does: is it whole, is it one that can chat, are all its parts there?
 * What passes here llama.cpp can load, memory permitting.
 */
import { existsSync } from 'node:fs'
import { coded } from '../../core/contract/coded-error'
import type { Failure } from '../../core/contract/errors'
import { checkHeader, checkLength } from '../../core/gguf/check-header'
import { describeModel, type ModelFacts, splitFileNames, splitOf } from '../../core/gguf/describe-model'
import type { GgufHeader, GgufProblem } from '../../core/gguf/header'
import { readGgufHeader } from '../../core/gguf/read-header'
import { withFileSource } from './file-source'

export interface CheckedModel {
  /** Of a split model: the first part's, with the tensors of all parts. */
  readonly header: GgufHeader
  /** Facts over all parts together. */
  readonly facts: ModelFacts
  readonly sizeBytes: number
}

/** `release`: of the llama.cpp that will load it, for the message. Throws the coded errors of files. */
export async function checkModelFile(path: string, release = 'v0.4.0'): Promise<CheckedModel> {
  const first = await readHeader(path)
  const { header, sizeBytes } = first
  const names = splitFileNames(path, splitOf(header).parts) ?? []
  const check = checkHeader(header, { path, sizeBytes, presentPaths: new Set(names.filter((name) => existsSync(name))), release })
  if (!check.ok) throw asError(check)
  const others = await Promise.all(check.paths.slice(1).map(readPart))
  return {
    header: others.length === 0 ? header : { ...header, tensors: [first, ...others].flatMap((part) => part.header.tensors) },
    sizeBytes: others.reduce((sum, other) => sum + other.sizeBytes, sizeBytes),
    facts: {
      ...first.facts,
      parameters: others.reduce((sum, other) => sum + other.facts.parameters, first.facts.parameters),
      weightBytes: others.reduce((sum, other) => sum + other.facts.weightBytes, first.facts.weightBytes),
    },
  }
}

/** A further part of a split model, whose metadata says nothing of the model. */
async function readPart(path: string): Promise<CheckedModel> {
  const part = await readHeader(path)
  const truncation = checkLength(part.header, path, part.sizeBytes)
  if (truncation) throw asError(truncation)
  return part
}

async function readHeader(path: string): Promise<CheckedModel> {
  try {
    return await withFileSource(path, async (source) => {
      const reading = await readGgufHeader(source)
      if (!reading.ok) throw withPath(reading, path)
      return { header: reading.header, facts: describeModel(reading.header), sizeBytes: source.sizeBytes }
    })
  } catch (error) {
    throw asFileFailure(error, path)
  }
}

const asError = ({ code, facts }: Failure): Error => coded(code, facts as never)
const withPath = ({ code, facts }: GgufProblem, path: string): Error => coded(code, { path, ...facts } as never)

function asFileFailure(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return coded('file-not-found', { path })
  if (code === 'EISDIR') return coded('file-unreadable', { path, reason: 'it is a folder' })
  if (code === 'EACCES' || code === 'EPERM') return coded('file-unreadable', { path, reason: 'this user may not read it' })
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return coded('file-unreadable', { path, reason: (error as Error).message })
  return error
}
