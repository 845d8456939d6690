import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { DocumentReader } from './document-reader'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-reader-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A process that does `work` once it has received the bytes. */
function readerThat(work: string, limitMs?: number): DocumentReader {
  const entry = join(folder, `${Math.random()}.mjs`)
  writeFileSync(
    entry,
    `import { buffer } from 'node:stream/consumers'
process.once('message', async () => {
  const bytes = await buffer(process.stdin)
  process.send({ type: 'received' })
  ${work}
})`,
  )
  return new DocumentReader(entry, limitMs)
}
const failure = (reader: DocumentReader, bytes: Readable) =>
  reader.read('a.pdf', bytes).then(
    () => 'read',
    (error: unknown) => failureOf(error) ?? error,
  )
const few = () => Readable.from([Buffer.from('hello')])

describe('the process that reads documents', () => {
  it('gets the bytes, and answers with the text', async () => {
    const reader = readerThat(
      `process.send({ type: 'document', document: { mediaType: 'text/plain', hasPages: false, pages: [String(bytes)] } })`,
    )
    expect(await reader.read('a.txt', few())).toEqual({ mediaType: 'text/plain', hasPages: false, pages: ['hello'], sizeBytes: 5 })
  })
  it('is ended if it takes too long, and the next document is read', async () => {
    const hanging = readerThat(
      `if (String(bytes) === 'hello') for (;;);
       process.send({ type: 'document', document: { mediaType: 'text/plain', hasPages: false, pages: [String(bytes)] } })`,
      300,
    )
    const refused = failure(hanging, few())
    const next = hanging.read('b.txt', Readable.from([Buffer.from('next')]))
    expect(await refused).toEqual({ code: 'document-refused', facts: { name: 'a.pdf', reason: { kind: 'timeout', seconds: 0.3 } } })
    expect((await next).pages).toEqual(['next'])
  })
  it('is reported if the system ends it for its memory', async () => {
    expect(await failure(readerThat(`process.kill(process.pid, 'SIGKILL')`), few())).toMatchObject({
      facts: { reason: { kind: 'memory', mebibytes: 1024 } },
    })
  })
  it('is reported if it crashes', async () => {
    expect(await failure(readerThat(`process.exit(7)`), few())).toMatchObject({
      facts: { reason: { kind: 'process-ended', end: { kind: 'code', code: 7 } } },
    })
  })
  it('is reported if it cannot start', async () => {
    const { execPath } = process
    process.execPath = join(folder, 'no-such-program')
    const refused = failure(readerThat(''), few())
    await refused.finally(() => Object.assign(process, { execPath }))
    expect(await refused).toMatchObject({ facts: { reason: { kind: 'process-ended', end: { kind: 'error' } } } })
  })
  it('does not get a file of more than 100 MiB', async () => {
    const chunk = Buffer.alloc(2 ** 20)
    const large = Readable.from(
      (function* () {
        for (let mebibytes = 0; mebibytes < 500; mebibytes++) yield chunk
      })(),
    )
    expect(await failure(readerThat(''), large)).toEqual({
      code: 'document-refused',
      facts: { name: 'a.pdf', reason: { kind: 'too-large', limitBytes: 100 * 2 ** 20 } },
    })
    expect(large.destroyed).toBe(true)
  })
  it('is ended if the bytes stop with an error', async () => {
    const broken = new Readable({ read() {} })
    const refused = failure(readerThat(''), broken)
    broken.push(Buffer.from('half'))
    broken.destroy(new Error('the window was closed'))
    expect(await refused).toMatchObject({ message: 'the window was closed' })
  })
})
