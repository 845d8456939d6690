import { coded } from '../../../core/contract/errors/coded-error'
import { type ByteSource, memorySource, windowBytes } from '../../../core/gguf/byte-window'
import { identityOf, parseContentRange, unsatisfiedSize } from '../network/content-range'
import type { HttpAnswer } from '../network/http-get'
import { RangeSource } from './range-source'
import { type HttpOptions, RemoteFile } from './remote-file'
import { StreamSource } from './stream-source'

export interface Traffic {
  readonly requests: number
  readonly fetchedBytes: number
}

/** Always closes the connection. Throws server errors. */
export async function withHttpSource<T>(
  url: URL,
  options: HttpOptions,
  work: (source: ByteSource, traffic: Traffic) => Promise<T>,
): Promise<T> {
  const remote = new RemoteFile(url, options)
  const firstChunkBytes = options.firstChunkBytes ?? windowBytes
  const answer = await remote.get(0, firstChunkBytes - 1)
  try {
    return await work(sourceOf(remote, answer, firstChunkBytes), remote)
  } finally {
    answer.close()
  }
}

function sourceOf(remote: RemoteFile, answer: HttpAnswer, firstChunkBytes: number): ByteSource {
  const { status, headers } = answer
  if (status === 200) return new StreamSource(remote, answer, lengthOf(remote, headers.get('content-length')))
  if (status === 206) {
    const range = parseContentRange(headers.get('content-range'))
    if (!range) throw remote.invalid({ kind: 'range-unnamed' })
    if (range.sizeBytes === undefined) throw remote.invalid({ kind: 'size-unnamed' })
    return new RangeSource(remote, identityOf(headers, range.sizeBytes), firstChunkBytes, answer)
  }
  if (unsatisfiedSize(headers.get('content-range')) === 0) return memorySource(new Uint8Array(0))
  throw coded('download-refused', { url: remote.shown, status })
}

function lengthOf(remote: RemoteFile, header: string | null): number {
  if (header === null || !/^\d{1,15}$/.test(header)) throw remote.invalid({ kind: 'size-unnamed' })
  return Number(header)
}
