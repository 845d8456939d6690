import { CodedError, coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import type { GgufHeader, GgufProblem } from '../../../core/gguf/header'
import { joinParts } from '../../../core/gguf/join-parts'
import { type HeaderReading, readGgufHeader } from '../../../core/gguf/read-header'
import type { Traffic } from './http-source'
import type { ModelLocation } from './model-location'
import { readAhead } from './read-ahead'
import type { HttpOptions } from './remote-file'

export interface ModelPart {
  readonly path: string
  readonly header: GgufHeader
  readonly sizeBytes: number
  readonly traffic: Traffic
}

export interface WholeModel {
  readonly header: GgufHeader
  readonly parts: readonly ModelPart[]
}

const partsAtOnce = 4
/** A list of 128 tensors takes about 20 KiB. The reader requests 64 KiB more, because a key can be long. */
const partChunkBytes = 1 << 17

/** Throws file, server and GGUF errors. */
export function readPart(location: ModelLocation, options: HttpOptions = {}, kept: HeaderReading = {}): Promise<ModelPart> {
  return location.read(options, async (source, traffic) => {
    const reading = await readGgufHeader(source, kept)
    if (!reading.ok) throw withPath(reading, location.name)
    return {
      path: location.name,
      header: reading.header,
      sizeBytes: source.sizeBytes,
      traffic: { requests: traffic.requests, fetchedBytes: traffic.fetchedBytes },
    }
  })
}

export async function readOtherParts(
  location: ModelLocation,
  first: ModelPart,
  paths: readonly string[],
  options: HttpOptions = {},
): Promise<WholeModel> {
  const parts = [first]
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  const readOne = async (path: string): Promise<ModelPart> => {
    try {
      return await readPart(location.sibling(path), { firstChunkBytes: partChunkBytes, ...options, signal })
    } catch (error) {
      throw isMissing(failureOf(error)) ? coded('split-part-missing', { path: location.name, missing: path, parts: paths.length }) : error
    }
  }
  try {
    const joined = await joinParts(first, noting(readAhead(paths.slice(1), partsAtOnce, readOne), parts))
    if (!joined.ok) throw asError(joined)
    return { header: joined.header, parts }
  } finally {
    stop.abort()
  }
}

async function* noting<T>(items: AsyncIterable<T>, into: T[]): AsyncGenerator<T> {
  for await (const item of items) {
    into.push(item)
    yield item
  }
}

function isMissing(failure: Failure | undefined): boolean {
  if (failure?.code === 'download-refused') return failure.facts.status === 404 || failure.facts.status === 410
  return failure?.code === 'file-not-found'
}

export const asError = ({ code, facts }: Failure): Error => new CodedError({ code, facts } as Failure)
const withPath = ({ code, facts }: GgufProblem, path: string): Error => coded(code, { path, ...facts } as never)
