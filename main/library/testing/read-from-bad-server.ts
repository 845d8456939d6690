import { failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import type { GgufReading } from '../../../core/gguf/header'
import { readGgufHeader } from '../../../core/gguf/read-header'
import { writeGgufHeader } from '../../../core/gguf/testing/write-gguf'
import { afterEveryTest } from '../../testing/endings'
import { type Traffic, withHttpSource } from '../header/http-source'
import type { HttpOptions } from '../header/remote-file'
import { modelUrl } from '../network/remote-url'
import { type BadServer, type Faults, startBadServer } from './bad-server'

export const mib = 1 << 20
export async function serve(files: ReadonlyMap<string, Uint8Array>, faults?: Faults): Promise<BadServer> {
  server = await startBadServer(files, faults)
  return server
}

function model(headerBytes: number): Uint8Array {
  const words = Array.from({ length: Math.floor(headerBytes / 108) }, (_, i) => String(i).padStart(100, 'x'))
  const { bytes, fileBytes } = writeGgufHeader({
    metadata: [
      ['words', 'arr', 'str', words],
      ['last', 'u32', 7],
    ],
    tensors: [{ name: 't', type: 'f32', shape: [mib, 4] }],
  })
  const file = new Uint8Array(fileBytes)
  file.set(bytes)
  return file
}
export const small = model(1000)
export const large = model(5 * mib)

export let server: BadServer | undefined
afterEveryTest(async () => {
  await server?.close()
  server = undefined
})
export const quick: HttpOptions = { retryDelaysMs: [1, 1], silenceMs: 10_000 }
interface Outcome {
  readonly reading: GgufReading
  readonly traffic: Traffic
}
export async function read(file: Uint8Array, faults: Faults = {}, options: HttpOptions = {}): Promise<Outcome> {
  server = await startBadServer(new Map([['m.gguf', file]]), faults)
  return readAt(server.url('m.gguf'), options)
}
export const readAt = (url: string, options: HttpOptions = {}): Promise<Outcome> =>
  withHttpSource(modelUrl(url), { ...quick, ...options }, async (source, traffic) => ({
    reading: await readGgufHeader(source),
    traffic: { requests: traffic.requests, fetchedBytes: traffic.fetchedBytes },
  }))
export async function failureIn(outcome: Promise<unknown>): Promise<Failure> {
  try {
    await outcome
  } catch (error) {
    const failure = failureOf(error)
    if (failure) return failure
    throw error
  }
  throw new Error('Expected a failure')
}
export const failure = (file: Uint8Array, faults: Faults, options: HttpOptions = {}) => failureIn(read(file, faults, options))
export const good = { ok: true, header: { tensors: [{ name: 't' }] } }
