import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import models from '../core/recommended/recommended-models.json'

const script = fileURLToPath(new URL('check-recommended.mjs', import.meta.url))
const sizes = new Map(models.map(({ repository, file, sizeBytes }) => [`/${repository}/resolve/main/${file}`, sizeBytes]))
let gone: string | undefined
let grown: string | undefined
const hub = createServer(({ url = '' }, response) => {
  const size = sizes.get(url)
  if (size === undefined || url === gone) response.writeHead(404).end()
  else response.writeHead(302, { location: '/store', 'x-linked-size': size + (url === grown ? 1 : 0) }).end()
})
afterEach(() => void hub.close())

it('the release job fails if the hub no longer has a recommended file, or has another one', async () => {
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve))
  const run = () => promisify(execFile)(process.execPath, [script, `http://127.0.0.1:${(hub.address() as AddressInfo).port}`])
  expect((await run()).stdout).toContain(`${models.length} passed, 0 failed`)
  ;[gone, grown] = [...sizes.keys()]
  const { code, stdout } = await run().then(
    () => ({ code: 0, stdout: '' }),
    (error: { code: number; stdout: string }) => error,
  )
  expect(code).toBe(1)
  expect(stdout).toContain('HTTP 404')
  expect(stdout).toContain(`instead of ${models[1]?.sizeBytes}`)
  expect(stdout).toContain(`${models.length - 2} passed, 2 failed`)
})
