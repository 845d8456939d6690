import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { inspectLocation } from './inspect-location'

const pocket = fileURLToPath(new URL('../../../native-models/pocket/pocket-f16.gguf', import.meta.url))
let folder: string
let server: Server
let origin: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-inspect-'))
  const files: Record<string, Buffer> = { '/pocket.gguf': readFileSync(pocket), '/config.json': Buffer.from('no json') }
  server = createServer((request, response) => {
    const file = files[new URL(request.url ?? '', 'http://x').pathname]
    const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
    if (!file || from === undefined) return void response.writeHead(404).end()
    const part = file.subarray(Number(from), to ? Number(to) + 1 : undefined)
    response.writeHead(206, { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${file.length}` }).end(part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const codeOf = async (location: string) =>
  inspectLocation(location).then(
    () => undefined,
    (error: unknown) => failureOf(error)?.code,
  )

it('inspectLocation reads the same header from a file and from a server', async () => {
  const [local, remote] = [await inspectLocation(pocket), await inspectLocation(`${origin}/pocket.gguf`)]
  expect(remote).toEqual(local)
  expect(local.parameters).toBe(5_083_904)
  expect(local.shape.layers).toBe(6)
})
it('inspectLocation reads a config.json as text, from a file and from a server, even if the address has a query', async () => {
  const path = join(folder, 'config.json')
  writeFileSync(path, 'no json')
  for (const location of [path, `${origin}/config.json`, `${origin}/config.json?download=true`])
    expect(await codeOf(location)).toBe('config-unreadable')
})
it('inspectLocation refuses a config.json that is too large', async () => {
  const path = join(folder, 'large.json')
  writeFileSync(path, Buffer.alloc(2_000_000, 0x20))
  expect(await codeOf(path)).toBe('config-unreadable')
})
it('inspectLocation states what is wrong with a location', async () => {
  expect(await codeOf(join(folder, 'none.gguf'))).toBe('file-not-found')
  expect(await codeOf(join(folder, 'none.json'))).toBe('file-not-found')
  expect(await codeOf(`${origin}/none.gguf`)).toBe('download-refused')
})
