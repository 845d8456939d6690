import { expect, it } from 'vitest'
import { LyingServer, stallAfter } from '../../remote/testing/lying-server'
import { Network } from './network'

it('rejects the read of a response that broke before', async () => {
  const server = await LyingServer.start({ '*': stallAfter('text/plain', 'a') })
  const stop = new AbortController()
  const { body } = await new Network({ findProxy: async () => undefined }).get(new URL(server.address.url), {}, stop.signal)
  stop.abort()
  await server.until(() => server.hungUp === 1)
  await expect(body.each(() => {})).rejects.toThrow()
})
