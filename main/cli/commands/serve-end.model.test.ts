import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'headroom-serve-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

it('headroom serve shuts down when the channel to its parent process closes', async () => {
  const host = fork(join(import.meta.dirname, '../../../out/cli/index.mjs'), ['serve', '--data', folder], { silent: true })
  await once(host.stdout as Readable, 'data')
  host.disconnect()
  expect(await once(host, 'exit')).toEqual([0, null])
})

it.runIf(process.platform !== 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'headroom serve shuts down without an error on %s, and says so',
  async (signal) => {
    const host = fork(join(import.meta.dirname, '../../../out/cli/index.mjs'), ['serve', '--data', folder], { silent: true })
    let said = ''
    host.stderr?.on('data', (chunk) => (said += String(chunk)))
    await once(host.stdout as Readable, 'data')
    host.kill(signal)
    expect(await once(host, 'close')).toEqual([0, null])
    expect(said).toBe('Headroom has ended.\n')
  },
)
