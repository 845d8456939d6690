/** Runs in a separate process, so that its work slows neither side of the comparison. The first line on stdout is a ServedFile as JSON. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { benchEntry } from '../paths'
import { blockBytes, blocks, fileBytes, hashOf, randomBlock } from './made-file'

export interface ServedFile {
  readonly url: string
  readonly sizeBytes: number
  readonly sha256: string
}

const pieceBytes = 1 << 18

export async function serveFile(): Promise<number> {
  const block = randomBlock()
  const sha256 = hashOf(block)
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': fileBytes, etag: `"${sha256}"` })
    void send(block, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${port}/made.gguf`, sizeBytes: fileBytes, sha256 } satisfies ServedFile)}\n`,
  )
  return new Promise<number>((resolve) => process.stdin.once('end', () => resolve(0)).resume())
}

async function send(block: Uint8Array, response: ServerResponse): Promise<void> {
  const closed = new Promise((resolve) => response.once('close', resolve))
  for (let at = 0; at < blocks * blockBytes && !response.destroyed; at += pieceBytes) {
    const from = at % blockBytes
    if (!response.write(block.subarray(from, from + pieceBytes)))
      await Promise.race([closed, new Promise((resolve) => response.once('drain', resolve))])
  }
  response.end()
}

export async function withServedFile<T>(work: (file: ServedFile) => Promise<T>): Promise<T> {
  const server: ChildProcess = spawn(process.execPath, [benchEntry, 'library-server'], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    if (!server.stdout) throw new Error('Expected a server with an output')
    for await (const line of createInterface({ input: server.stdout })) return await work(JSON.parse(line) as ServedFile)
    throw new Error('The server ended before it printed its address')
  } finally {
    server.stdin?.end()
  }
}
