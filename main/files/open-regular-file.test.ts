import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { openRegularFile } from './open-regular-file'

let folder: string
let server: Server | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-open-'))
})
afterEach(() => {
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})
const at = (name: string): string => join(folder, name)
const refusal = (path: string) =>
  openRegularFile(path).then(
    (file) => file.close().then(() => 'opened'),
    (error: unknown) => failureOf(error) ?? (error as NodeJS.ErrnoException).code,
  )

it('openRegularFile opens a regular file', async () => {
  writeFileSync(at('x.gguf'), 'text')
  const file = await openRegularFile(at('x.gguf'))
  expect(await file.readFile('utf8')).toBe('text')
  await file.close()
})
it('openRegularFile reports the system error for a missing file', async () => {
  expect(await refusal(at('none.gguf'))).toBe('ENOENT')
})
it('openRegularFile refuses a folder', async () => {
  mkdirSync(at('x.gguf'))
  expect(await refusal(at('x.gguf'))).toEqual({ code: 'not-a-file', facts: { path: at('x.gguf'), kind: 'folder' } })
})
it.skipIf(process.platform === 'win32')(
  'openRegularFile refuses FIFOs, devices and sockets without blocking, even many FIFOs at once',
  async () => {
    execFileSync('mkfifo', [at('x.gguf')])
    // Node has four file threads.
    const found = await Promise.all(Array.from({ length: 8 }, () => refusal(at('x.gguf'))))
    expect(new Set(found.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ code: 'not-a-file', facts: { path: at('x.gguf'), kind: 'pipe' } })]),
    )
    expect(await refusal('/dev/null')).toMatchObject({ code: 'not-a-file', facts: { kind: 'device' } })
    server = createServer()
    await new Promise<void>((listening) => server?.listen(at('y.gguf'), listening))
    expect(await refusal(at('y.gguf'))).toMatchObject({ code: 'not-a-file', facts: { kind: 'socket' } })
  },
)
